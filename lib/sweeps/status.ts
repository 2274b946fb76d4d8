/** The life of a sweep. Pure, and safe for the browser. */
export const SWEEP_STATUSES = [
  /** Its gas is on the way. */
  "gas",
  /** Queued or on its way. */
  "process",
  "done",
  /** It did not move; its deposits may be swept again. */
  "fail",
] as const;

export type SweepStatus = (typeof SWEEP_STATUSES)[number];
