import { test } from "vitest";
import { expectMoneyInSurvives } from "@/lib/worker/testing/family-money-in";

const LIMIT_MS = 240_000;
const SETTLED_WITHIN_MS = 120_000;

test(
  "credits 6 payments on TON exactly once and gathers them, while workers are killed at 2 random moments and the node is started anew",
  () => expectMoneyInSurvives("ton", { payments: 6, kills: 2 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
