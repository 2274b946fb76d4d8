import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/** Every other moment is in crash-points-ton.long.test.ts: each death is a start of a worker. */
test(
  "sweeps a token on TON once when its workers are killed with gas that nobody has, as its gas is booked, and with its own bytes at a node",
  () => expectSweptOnce("ton", ["sweep:planned", "send:signed", "sweep:gas-settled", "send:broadcast"]),
  LIMIT_MS,
);
