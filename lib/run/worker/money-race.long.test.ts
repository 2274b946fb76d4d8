import { it } from "vitest";
import { expectSumKeptInRace } from "@/lib/run/worker/testing/race-test";

const RACE_MS = 60_000;
const LIMIT_MS = 900_000;

it(
  "for a minute, on two workers and two web processes, outflows racing for one balance preserve the total, and no client gets a server error",
  () => expectSumKeptInRace(RACE_MS),
  LIMIT_MS,
);
