import { describe, test } from "vitest";
import { lacksSandboxChain } from "@/lib/worker/testing/chains/sandbox-chain";
import { expectMoneyInSurvives } from "@/lib/worker/testing/family-money-in";

const LIMIT_MS = 1_800_000;
const SETTLED_WITHIN_MS = 600_000;

describe.each(["ltc", "tron", "sol", "ton"] as const)("money in on %s", (code) => {
  test.skipIf(lacksSandboxChain(code))(
    "credits 80 payments exactly once and gathers them, while workers are killed at 15 random moments and the node is started anew",
    () => expectMoneyInSurvives(code, { payments: 80, kills: 15 }, SETTLED_WITHIN_MS),
    LIMIT_MS,
  );
});
