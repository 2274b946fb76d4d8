import { afterAll, beforeAll, test } from "vitest";
import {
  expectPaidOnceInSpiteOf,
  expectResigned,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/run/worker/testing/family-money-out";

const LIMIT_MS = 300_000;
/** Every other moment is in ton-money-out.long.test.ts: each death is a start of a worker. */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;
/** Longer than a transaction may be taken, and than the proof that it was not. */
const LIFE_SECONDS = 300;

let rig: PayoutRig;

beforeAll(async () => {
  rig = await openPayoutRig("ton");
}, LIMIT_MS);
afterAll(() => rig?.stop());

test(
  "payouts in TON and USDT on TON arrive exactly once when their workers die with bytes that nobody has, and with bytes that a node has",
  () => expectPaidOnceInSpiteOf(rig, TELLING_DEATHS),
  LIMIT_MS,
);

test(
  "payouts in TON and USDT on TON that nobody took in their time are signed anew by the next worker, and arrive exactly once",
  () => expectResigned(rig, LIFE_SECONDS),
  LIMIT_MS,
);
