/** States of a refund. Pure, and safe for the browser. */
export const REFUND_STATUSES = [
  /** Taken from where it stood, on its way. */
  "process",
  /** Waits: for a decision about it, or for funds on its network. */
  "check",
  "paid",
  /** It did not reach the address; the money is back where it came from. */
  "fail",
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

const REFUND_MOVES: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  process: ["check", "paid", "fail"],
  check: ["process", "paid", "fail"],
  paid: [],
  fail: [],
};

/** Whether nothing more happens to it. */
export function isFinalRefund(status: RefundStatus): boolean {
  return REFUND_MOVES[status].length === 0;
}

export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return REFUND_MOVES[from].includes(to);
}
