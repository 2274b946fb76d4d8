import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/** Every other moment is in crash-points-sol.long.test.ts: each death is a start of a worker. */
test(
  "sweeps a token on Solana once, at the hot wallet's expense and leaving nothing, when its workers are killed with bytes that nobody has and with a block that nobody has booked",
  () => expectSweptOnce("sol", ["sweep:planned", "send:signed", "send:included"]),
  LIMIT_MS,
);
