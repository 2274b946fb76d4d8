import { test } from "vitest";
import { expectPipelined } from "@/lib/sending/sends/testing/pipeline";

const LIMIT_MS = 300_000;

test(
  "20 sends are in flight in parallel, in two blocks and in the order of gapless nonces",
  () => expectPipelined(20),
  LIMIT_MS,
);
