import { test } from "vitest";
import { expectPipelined } from "@/lib/sending/sends/testing/pipeline";

const LIMIT_MS = 300_000;

test(
  "40 sends go out side by side, in three blocks and in the order of gapless nonces",
  () => expectPipelined(40),
  LIMIT_MS,
);
