/** States of a payout, as the specification names them. Pure, and safe for the browser. */
export const PAYOUT_STATUSES = [
  /** Taken from the balance, on its way. */
  "process",
  /** Waits: for funds on its network, for screening, or for a second person. */
  "check",
  "paid",
  /** It did not reach the address; the money is back in the balance. */
  "fail",
  "cancel",
  "system_fail",
] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** The specification's `is_final`. */
export function isFinal(status: PayoutStatus): boolean {
  return status !== "process" && status !== "check";
}
