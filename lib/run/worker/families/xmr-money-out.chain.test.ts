import { afterAll, beforeAll, test } from "vitest";
import { sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import {
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/run/worker/testing/family-money-out";
import { SEND_POINTS } from "@/lib/sending/sends/testing/worker-relay";
import { describeUnless } from "@/lib/testing/unless";

const LIMIT_MS = 600_000;

describeUnless(sandboxChainRequirement("xmr"))("payouts on Monero", () => {
  let rig: PayoutRig;

  beforeAll(async () => {
    rig = await openPayoutRig("xmr");
  }, LIMIT_MS);
  afterAll(() => rig?.stop());

  test(
    "one arrives exactly once when its workers die at each crash point",
    () => expectPaidOnceInSpiteOf(rig, SEND_POINTS),
    LIMIT_MS,
  );

  test(
    "two concurrent workers pay each once while Monero's programs restart",
    () => expectSharedWork(rig, 2),
    LIMIT_MS,
  );
});
