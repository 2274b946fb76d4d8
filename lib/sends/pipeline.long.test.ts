import { test } from "vitest";
import { expectPipelined } from "@/lib/sends/testing/pipeline";

const LIMIT_MS = 300_000;
const CONFIRMED_WITHIN_MS = 60_000;

test(
  "500 sends on a network with one-second blocks are confirmed within a minute",
  () => expectPipelined(500, CONFIRMED_WITHIN_MS),
  LIMIT_MS,
);
