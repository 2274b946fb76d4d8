import { test } from "vitest";
import { lacksSandboxChain } from "@/lib/worker/testing/chains/sandbox-chain";
import { expectMoneyInSurvives } from "@/lib/worker/testing/family-money-in";

const LIMIT_MS = 240_000;
const SETTLED_WITHIN_MS = 120_000;

test.skipIf(lacksSandboxChain("ltc"))(
  "credits 6 payments on Litecoin exactly once, each a coin to pay with, while workers are killed at 2 random moments and the node is started anew",
  () => expectMoneyInSurvives("ltc", { payments: 6, kills: 2 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
