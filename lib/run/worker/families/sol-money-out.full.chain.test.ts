import { afterAll, beforeAll, test } from "vitest";
import {
  expectPaidOnceInSpiteOf,
  expectResigned,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/run/worker/testing/family-money-out";

const LIMIT_MS = 300_000;
/**
 * The other crash points are in sol-money-out.long.test.ts: each crash costs the start of a worker.
 */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;
/** Longer than a transaction stays valid, plus the proof that it was not included. */
const LIFE_SECONDS = 180;

let rig: PayoutRig;

beforeAll(async () => {
  rig = await openPayoutRig("sol");
}, LIMIT_MS);
afterAll(() => rig?.stop());

test(
  "payouts in SOL and USDT on Solana arrive exactly once when their workers die after signing and after broadcasting",
  () => expectPaidOnceInSpiteOf(rig, TELLING_DEATHS),
  LIMIT_MS,
);

test(
  "payouts in SOL and USDT on Solana that expired before inclusion are signed again by the next worker, and arrive exactly once",
  () => expectResigned(rig, LIFE_SECONDS),
  LIMIT_MS,
);
