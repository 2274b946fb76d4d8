import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

test("sweeps a token on Solana once, at the hot wallet's expense and without remainder, when its workers are killed at every step", () =>
  expectSweptOnce("sol"));
