import { it } from "vitest";
import { expectNothingLostInCrashes } from "@/lib/run/worker/testing/crash-test";

const LIMIT_MS = 1_800_000;
const SETTLED_WITHIN_MS = 600_000;

it(
  "credits 300 payments on three chains exactly once, and sends each webhook, while workers are killed at 40 random times",
  () => expectNothingLostInCrashes({ payments: 300, kills: 40 }, SETTLED_WITHIN_MS),
  LIMIT_MS,
);
