import { it } from "vitest";
import { expectNothingLostInCrashes } from "@/lib/worker/testing/crash-test";

const LIMIT_MS = 240_000;
const SETTLED_WITHIN_MS = 120_000;

it(
  "credits 24 payments on three chains exactly once, and sends each webhook, while workers are killed at 6 random moments",
  () => expectNothingLostInCrashes({ payments: 24, kills: 6 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
