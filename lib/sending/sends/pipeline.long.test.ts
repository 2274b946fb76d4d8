import { test } from "vitest";
import { expectPipelined } from "@/lib/sending/sends/testing/pipeline";

const LIMIT_MS = 300_000;

test(
  "500 sends are in flight in parallel, in 32 blocks and in the order of gapless nonces",
  () => expectPipelined(500),
  LIMIT_MS,
);
