import { it } from "vitest";
import { expectSumKeptInRace } from "@/lib/run/worker/testing/race-test";

const RACE_MS = 4_000;
const LIMIT_MS = 420_000;

it(
  "payouts, refunds, transfers and conversions that race for one balance keep the sum, and no client meets a fault",
  () => expectSumKeptInRace(RACE_MS),
  LIMIT_MS,
);
