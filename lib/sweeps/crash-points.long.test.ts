import { test } from "vitest";
import { SEND_POINTS } from "@/lib/sends/testing/worker-relay";
import { expectSweptOnce } from "@/lib/sweeps/testing/crash-sweep";

test("sweeps a token once when its workers are killed at every step of its gas, and then at every step of its own", () =>
  expectSweptOnce([
    "sweep:planned",
    ...SEND_POINTS.filter((point) => point !== "send:settled"),
    "sweep:gas-settled",
    "send:settled",
    ...SEND_POINTS,
  ]));
