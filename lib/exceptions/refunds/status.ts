/** Statuses of a refund. Pure, and safe for the browser. */
export const REFUND_STATUSES = [
  /** Funds are reserved, and the refund is being sent. */
  "process",
  /** Waits for a decision, or for funds on its network. */
  "check",
  "paid",
  /** It did not reach the address; the funds were returned to where they were taken from. */
  "fail",
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

const REFUND_MOVES: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  process: ["check", "paid", "fail"],
  check: ["process", "paid", "fail"],
  paid: [],
  fail: [],
};

/** Returns whether the status is final. */
export function isFinalRefund(status: RefundStatus): boolean {
  return REFUND_MOVES[status].length === 0;
}

export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return REFUND_MOVES[from].includes(to);
}
