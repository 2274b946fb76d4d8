/**
 * States of a payout, as the specification names them, and the moves between them. Pure, and safe
 * for the browser.
 */
export const PAYOUT_STATUSES = [
  /** Taken from the balance, on its way. */
  "process",
  /** Waits: for funds on its network, for screening, or for a second person. */
  "check",
  "paid",
  /** It did not reach the address; the money is back in the balance. */
  "fail",
  /**
   * Taken back before anything was signed, or refused by somebody of the merchant; the money is
   * back.
   */
  "cancel",
  /** The gateway gave it up for a reason of its own; the money is back. */
  "system_fail",
] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

const ENDS: readonly PayoutStatus[] = ["fail", "cancel", "system_fail"];

const PAYOUT_MOVES: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  process: ["check", "paid", ...ENDS],
  // Nothing is signed in `check`: a payout that goes out is in `process` first.
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

/** Final, and the money is back in the balance. */
export function isReturned(status: PayoutStatus): boolean {
  return ENDS.includes(status);
}

export function canMove(from: PayoutStatus, to: PayoutStatus): boolean {
  return PAYOUT_MOVES[from].includes(to);
}
