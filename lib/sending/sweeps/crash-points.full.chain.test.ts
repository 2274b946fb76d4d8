import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/**
 * Every other moment, and each of them on TRON and TON as well, is in crash-points*.long.test.ts:
 * each death is a start of a worker.
 */
test(
  "sweeps a token once when its workers are killed with gas that nobody has, as its gas is booked, and where the sweep's own books change",
  () =>
    expectSweptOnce("eth", [
      "sweep:planned",
      "send:signed",
      "send:included",
      "sweep:gas-settled",
      // The gas is there: from here on the sweep itself comes by.
      "send:signed",
      "send:settled",
    ]),
  LIMIT_MS,
);
