import { it } from "vitest";
import { expectSumKeptInRace } from "@/lib/run/worker/testing/race-test";

const RACE_MS = 60_000;
const LIMIT_MS = 900_000;

it(
  "for a minute, on two workers and two web processes, money out that races for one balance keeps the sum, and no client meets a fault",
  () => expectSumKeptInRace(RACE_MS),
  LIMIT_MS,
);
