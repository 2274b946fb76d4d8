import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/**
 * Further moments are in crash-points*.full.chain.test.ts and crash-points*.long.test.ts: each
 * death is a start of a worker.
 */
test(
  "sweeps a token once when its workers are killed with gas that nobody has, as its gas is booked, with a sweep that nobody has, and as it settles",
  () =>
    expectSweptOnce("eth", [
      "send:signed",
      "sweep:gas-settled",
      // The gas is there: from here on the sweep itself comes by.
      "send:signed",
      "send:settled",
    ]),
  LIMIT_MS,
);
