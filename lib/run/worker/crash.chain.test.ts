import { it } from "vitest";
import { expectNothingLostInCrashes } from "@/lib/run/worker/testing/crash-test";

const LIMIT_MS = 360_000;
const SETTLED_WITHIN_MS = 240_000;

it(
  "credits 9 payments on three chains exactly once, and sends each webhook, while workers are killed at 2 random times",
  () => expectNothingLostInCrashes({ payments: 9, kills: 2 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
