import { test } from "vitest";
import { expectMoneyInSurvives } from "@/lib/run/worker/testing/family-money-in";

const LIMIT_MS = 360_000;
const SETTLED_WITHIN_MS = 240_000;

test(
  "credits 4 payments on Solana exactly once and sweeps them, while a worker is killed at a random time and the node restarts",
  () => expectMoneyInSurvives("sol", { payments: 4, kills: 1 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
