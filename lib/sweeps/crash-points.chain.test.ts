import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sweeps/testing/crash-sweep";

const LIMIT_MS = 480_000;

test(
  "sweeps a token once when its workers are killed at every step of its gas, and where the sweep's own books change",
  () =>
    expectSweptOnce("eth", [
      "sweep:planned",
      "send:estimated",
      "send:signed",
      "send:broadcast",
      "send:seen",
      "send:included",
      "sweep:gas-settled",
      "send:settled",
      // The gas is there: from here on the sweep itself comes by.
      "send:signed",
      "send:settled",
    ]),
  LIMIT_MS,
);
