/**
 * Statuses of a payout, as named in the specification, and the transitions between them. Pure, and
 * safe for the browser.
 */
export const PAYOUT_STATUSES = [
  /** Debited from the balance, and being sent. */
  "process",
  /** Waits for funds on its network, for screening, or for a second person. */
  "check",
  "paid",
  /** It did not reach the address; the funds were returned to the balance. */
  "fail",
  /**
   * Cancelled before anything was signed, or refused by a user of the merchant; the funds were
   * returned.
   */
  "cancel",
  /** Given up by the gateway for an internal reason; the funds were returned. */
  "system_fail",
] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

const ENDS: readonly PayoutStatus[] = ["fail", "cancel", "system_fail"];

const PAYOUT_MOVES: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  process: ["check", "paid", ...ENDS],
  // Nothing is signed in `check`: a payout moves to `process` before it is sent.
  check: ["process", ...ENDS],
  paid: [],
  fail: [],
  cancel: [],
  system_fail: [],
};

/** The specification's `is_final`. */
export function isFinal(status: PayoutStatus): boolean {
  return status !== "process" && status !== "check";
}

/** Final, and the funds were returned to the balance. */
export function isReturned(status: PayoutStatus): boolean {
  return ENDS.includes(status);
}

export function canMove(from: PayoutStatus, to: PayoutStatus): boolean {
  return PAYOUT_MOVES[from].includes(to);
}
