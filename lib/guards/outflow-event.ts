/** What a line in the time line of a payout or refund can tell. Pure, and safe for the browser. */
export const OUTFLOW_EVENTS = [
  "created",
  /** `{ from, to }` */
  "status",
  /** A transaction carries it: `{ txid }`; `replaced` when it is another one than before, with `cause: "expired"` when that one could never arrive. */
  "signed",
  "replaced",
  /** `{ reason }`, null when nothing hinders it any more. */
  "waits",
  /** `{ reason, detail }` */
  "review-opened",
  /** `{ reason, decision }` */
  "review-decided",
  /** `{ txid, cost, currency }` */
  "confirmed",
  /** `{ reason }` */
  "failed",
] as const;

export type OutflowEventName = (typeof OUTFLOW_EVENTS)[number];
