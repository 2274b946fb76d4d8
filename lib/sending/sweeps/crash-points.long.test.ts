import { test } from "vitest";
import { expectSweptOnce } from "@/lib/sending/sweeps/testing/crash-sweep";

test("sweeps a token once when its workers are killed at every step of its gas and then of the sweep itself", () =>
  expectSweptOnce("eth"));
