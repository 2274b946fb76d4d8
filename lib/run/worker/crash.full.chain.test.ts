import { it } from "vitest";
import { expectNothingLostInCrashes } from "@/lib/run/worker/testing/crash-test";

const LIMIT_MS = 360_000;
const SETTLED_WITHIN_MS = 240_000;

it(
  "credits 15 payments on three chains exactly once, and sends each webhook, while workers are killed at 3 random times",
  () => expectNothingLostInCrashes({ payments: 15, kills: 3 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
