import type { AlarmKind } from "@/lib/kernel/alarms/raise-alarm";

/** Alarms that tell of something that has happened: no later state of affairs ends them, reading does. Safe for the browser. */
export const DISMISSIBLE = [
  "conversion-skipped",
  "deposit-reversed",
  "deposit-unfound",
  "own-transfer-unknown",
  "unknown-token",
] as const satisfies readonly AlarmKind[];
