import { it } from "vitest";
import { expectSumKeptInRace } from "@/lib/run/worker/testing/race-test";

const RACE_MS = 4_000;
const LIMIT_MS = 420_000;

it(
  "payouts, refunds, transfers and conversions racing for one balance preserve the total, and no client gets a server error",
  () => expectSumKeptInRace(RACE_MS),
  LIMIT_MS,
);
