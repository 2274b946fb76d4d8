import { test } from "vitest";
import { expectPipelined } from "@/lib/sending/sends/testing/pipeline";

const LIMIT_MS = 300_000;

test(
  "40 sends are in flight in parallel, in three blocks and in the order of gapless nonces",
  () => expectPipelined(40),
  LIMIT_MS,
);
