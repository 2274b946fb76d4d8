import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * The life of an invoice: its states and the moves between them (money.md, "Invoice states", is
 * where they come from). Pure, and safe for the browser.
 */
export const INVOICE_STATUSES = [
  /** Waits for a (further) transaction. */
  "check",
  /** A transaction is seen and not deep enough yet. */
  "process",
  "paid",
  "paid_over",
  /** Short, and closed. What came was credited. */
  "wrong_amount",
  /** Nothing came in time. */
  "cancel",
  /** Its only transaction failed, or a credited one was reversed for good. */
  "fail",
  "system_fail",
  "refund_process",
  "refund_fail",
  "refund_paid",
  /** Held by screening. */
  "locked",
] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_MOVES: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  check: ["process", "paid", "paid_over", "wrong_amount", "cancel", "locked", "system_fail"],
  process: ["check", "paid", "paid_over", "wrong_amount", "cancel", "fail", "locked", "system_fail"],
  locked: ["check", "process", "paid", "paid_over", "wrong_amount", "cancel", "fail", "refund_process"],
  cancel: ["check", "paid", "paid_over", "wrong_amount"],
  wrong_amount: ["paid", "paid_over", "refund_process", "process"],
  paid: ["refund_process", "process"],
  paid_over: ["refund_process", "process"],
  refund_process: ["refund_paid", "refund_fail"],
  refund_paid: ["refund_process"],
  refund_fail: ["refund_process"],
  fail: [],
  system_fail: [],
};

/** The specification's `is_final`: false only while something is still awaited. */
export function isFinal(status: InvoiceStatus): boolean {
  return status !== "check" && status !== "process" && status !== "refund_process";
}

/**
 * Final, and not only because the specification calls what screening holds so: the operator's
 * decision is still awaited there.
 */
export function isDecided(status: InvoiceStatus): boolean {
  return isFinal(status) && status !== "locked";
}

/**
 * Whether it waits for a payment. What arrives in time while it is `locked` counts as well, once
 * that is decided.
 */
export function isOpen(status: InvoiceStatus): boolean {
  return status === "check" || status === "process";
}

export function canMove(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return INVOICE_MOVES[from].includes(to);
}

/**
 * What the dashboard calls a status of the machine API: two of its twelve stand for two things
 * each.
 */
export const SHOWN_STATUSES = [...INVOICE_STATUSES, "cancelled", "partly_paid"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/**
 * `cancel` closed by somebody's hand is no expiry, and `check` with confirmed money waits for the
 * remaining amount only.
 */
export function shownStatus(facts: {
  readonly status: InvoiceStatus;
  readonly isCancelledByHand: boolean;
  readonly paidAmount: Decimal;
}): ShownStatus {
  if (facts.status === "cancel" && facts.isCancelledByHand) return "cancelled";
  return facts.status === "check" && facts.paidAmount.gt("0") ? "partly_paid" : facts.status;
}

/**
 * Kinds of events of which the last says whether an invoice is cancelled by hand: a renewed one is
 * open again.
 */
export const CANCELLING_KINDS = ["cancelled", "refreshed", "renewed"] as const;
