import { test } from "vitest";
import { expectPipelined } from "@/lib/sends/testing/pipeline";

const LIMIT_MS = 300_000;
const CONFIRMED_WITHIN_MS = 30_000;

test(
  "40 sends on a network with one-second blocks go out side by side, in the order of gapless nonces",
  () => expectPipelined(40, CONFIRMED_WITHIN_MS),
  LIMIT_MS,
);
