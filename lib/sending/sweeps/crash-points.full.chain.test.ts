import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

/**
 * Every other crash point, and all of them on TRON and TON as well, are in
 * crash-points*.long.test.ts: each one requires starting a worker.
 */
test(
  "sweeps a token once when its workers are killed with unbroadcast gas, as its gas is booked, and where the sweep itself posts to the books",
  () =>
    expectSweptOnce("eth", [
      "sweep:planned",
      "send:signed",
      "send:included",
      "sweep:gas-settled",
      // The gas has arrived: from here on the sweep itself passes the points.
      "send:signed",
      "send:settled",
    ]),
  LIMIT_MS,
);
