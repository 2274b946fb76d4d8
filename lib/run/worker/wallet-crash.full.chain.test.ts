import { it } from "vitest";
import { expectTopUpsSurvive } from "@/lib/run/worker/testing/wallet-crash-test";

const KILLS = 2;
const LIMIT_MS = 360_000;

it(
  "credits, shares and converts each top-up exactly once, takes the creation fee once, and notifies the shop, while workers are killed",
  () => expectTopUpsSurvive(KILLS),
  LIMIT_MS,
);
