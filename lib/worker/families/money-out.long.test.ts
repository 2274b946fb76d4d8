import { afterAll, beforeAll, describe, test } from "vitest";
import { SEND_POINTS } from "@/lib/sends/testing/worker-relay";
import { lacksSandboxChain } from "@/lib/worker/testing/chains/sandbox-chain";
import {
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/worker/testing/family-money-out";

const LIMIT_MS = 600_000;
const ROUNDS = 20;

describe.each(["ltc", "tron", "sol", "ton"] as const)("money out on %s", (code) => {
  const isLacking = lacksSandboxChain(code);
  let rig: PayoutRig | undefined;

  beforeAll(async () => {
    if (!isLacking) rig = await openPayoutRig(code);
  }, LIMIT_MS);
  afterAll(() => rig?.stop());

  test.skipIf(isLacking).each(SEND_POINTS)(
    "payouts whose worker dies at %s arrive exactly once",
    async (point) => {
      if (rig !== undefined) await expectPaidOnceInSpiteOf(rig, [point]);
    },
    LIMIT_MS,
  );

  test.skipIf(isLacking)(
    "two workers at once pay each of many payouts once, while the node is started anew",
    async () => {
      if (rig !== undefined) await expectSharedWork(rig, ROUNDS);
    },
    LIMIT_MS,
  );
});
