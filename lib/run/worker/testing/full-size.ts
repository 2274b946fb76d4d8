import { afterAll, beforeAll, test } from "vitest";
import { type SandboxCode, sandboxChainRequirement } from "@/lib/run/worker/testing/chains/sandbox-chain";
import type { CrashPlan } from "@/lib/run/worker/testing/crash-run";
import { expectMoneyInSurvives } from "@/lib/run/worker/testing/family-money-in";
import {
  expectPaidOnceInSpiteOf,
  expectSharedWork,
  openPayoutRig,
  type PayoutRig,
} from "@/lib/run/worker/testing/family-money-out";
import { SEND_POINTS } from "@/lib/sending/sends/testing/worker-relay";
import { describeUnless } from "@/lib/testing/unless";

const MONEY_IN_LIMIT_MS = 1_800_000;
const SETTLED_WITHIN_MS = 600_000;
const MONEY_OUT_LIMIT_MS = 600_000;

/**
 * Defines the full-size crash tests of one family. A file holds those of one network: a process
 * reads its settings once.
 */

export function describeMoneyIn(code: SandboxCode, plan: CrashPlan): void {
  describeUnless(sandboxChainRequirement(code))(`money in on ${code}`, () => {
    test(
      `credits ${plan.payments} payments exactly once and sweeps them, while workers are killed at ${plan.kills} random times and the node restarts`,
      () => expectMoneyInSurvives(code, plan, SETTLED_WITHIN_MS),
      MONEY_IN_LIMIT_MS,
    );
  });
}

/** `rounds` of payouts are shared by two workers. */
export function describeMoneyOut(code: SandboxCode, rounds: number): void {
  describeUnless(sandboxChainRequirement(code))(`money out on ${code}`, () => {
    let rig: PayoutRig;

    beforeAll(async () => {
      rig = await openPayoutRig(code);
    }, MONEY_OUT_LIMIT_MS);
    afterAll(() => rig?.stop());

    test.each(SEND_POINTS)(
      "payouts whose worker dies at %s arrive exactly once",
      (point) => expectPaidOnceInSpiteOf(rig, [point]),
      MONEY_OUT_LIMIT_MS,
    );

    test(
      "two concurrent workers pay each of many payouts once while the node restarts",
      () => expectSharedWork(rig, rounds),
      MONEY_OUT_LIMIT_MS,
    );
  });
}
