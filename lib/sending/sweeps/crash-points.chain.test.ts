import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/**
 * Further crash points are in crash-points*.full.chain.test.ts and crash-points*.long.test.ts: each
 * one requires starting a worker.
 */
test(
  "sweeps a token once when its workers are killed with unbroadcast gas, as its gas is booked, with an unbroadcast sweep, and as it settles",
  () =>
    expectSweptOnce("eth", [
      "send:signed",
      "sweep:gas-settled",
      // The gas has arrived: from here on the sweep itself passes the points.
      "send:signed",
      "send:settled",
    ]),
  LIMIT_MS,
);
