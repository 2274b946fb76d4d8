import { afterAll, beforeAll, test } from "vitest";
import { SEND_POINTS } from "@/lib/sends/testing/worker-relay";
import {
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  expectSignedAnew,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/worker/testing/family-money-out";

const LIMIT_MS = 300_000;
/** Longer than a transaction may be taken, and than the proof that it was not. */
const LIFE_SECONDS = 180;

let rig: PayoutRig;

beforeAll(async () => {
  rig = await openPayoutRig("sol");
}, LIMIT_MS);
afterAll(() => rig?.stop());

test(
  "payouts in SOL and USDT on Solana arrive exactly once when their workers die at every moment of their way, one after the other",
  () => expectPaidOnceInSpiteOf(rig, SEND_POINTS),
  LIMIT_MS,
);

test(
  "two workers at once pay each payout on Solana once, while the node is started anew",
  () => expectSharedWork(rig, 2),
  LIMIT_MS,
);

test(
  "payouts in SOL and USDT on Solana that nobody took in their time are signed anew by the next worker, and arrive exactly once",
  () => expectSignedAnew(rig, LIFE_SECONDS),
  LIMIT_MS,
);
