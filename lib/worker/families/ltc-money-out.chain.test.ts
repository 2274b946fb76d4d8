import { afterAll, beforeAll, describe, test } from "vitest";
import { lacksSandboxChain } from "@/lib/worker/testing/chains/sandbox-chain";
import {
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/worker/testing/family-money-out";

const LIMIT_MS = 300_000;
/** Every other moment is in money-out.long.test.ts: each death is a start of a worker. */
const TELLING_DEATHS = ["send:signed", "send:broadcast"] as const;

describe.skipIf(lacksSandboxChain("ltc"))("payouts on Litecoin", () => {
  let rig: PayoutRig;

  beforeAll(async () => {
    rig = await openPayoutRig("ltc");
  }, LIMIT_MS);
  afterAll(() => rig?.stop());

  test(
    "one arrives exactly once when its workers die with bytes that nobody has, and with bytes that a node has",
    () => expectPaidOnceInSpiteOf(rig, TELLING_DEATHS),
    LIMIT_MS,
  );

  test("two workers at once pay each once, while the node is started anew", () => expectSharedWork(rig, 2), LIMIT_MS);
});
