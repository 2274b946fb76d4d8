import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/** Other crash points are in crash-points-sol.long.test.ts: each one requires starting a worker. */
test(
  "sweeps a token on Solana once, at the hot wallet's expense and without remainder, when its workers are killed with unbroadcast bytes and with an unbooked block",
  () => expectSweptOnce("sol", ["sweep:planned", "send:signed", "send:included"]),
  LIMIT_MS,
);
