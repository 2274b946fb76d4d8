/** The life of a send: its states. The allowed moves are in the database (trigger `sends_guard`). Pure, and safe for the browser. */
export const SEND_STATUSES = [
  /** Nothing is signed: it may be cancelled. */
  "queued",
  /** A transaction that carries it is stored; from now on it may reach the chain. */
  "sending",
  /** In a block, deep enough. */
  "confirmed",
  /** It will never arrive; the amount is back where it came from. */
  "failed",
  "cancelled",
] as const;

export type SendStatus = (typeof SEND_STATUSES)[number];
