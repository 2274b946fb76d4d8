import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * The statuses of an invoice and their transitions (source: money.md, "Invoice states"). Pure, and
 * safe to import in the browser.
 */
export const INVOICE_STATUSES = [
  /** Waits for a (further) transaction. */
  "check",
  /** A transaction was seen but is not yet confirmed. */
  "process",
  "paid",
  "paid_over",
  /** Underpaid and closed. The amount received was credited. */
  "wrong_amount",
  /** Nothing was received in time. */
  "cancel",
  /** Its only transaction failed, or a credited one was reversed permanently. */
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

/** The specification's `is_final`: false only while an event is still expected. */
export function isFinal(status: InvoiceStatus): boolean {
  return status !== "check" && status !== "process" && status !== "refund_process";
}

/**
 * Whether the status is truly final: the specification also calls `locked` final, although it waits
 * for the operator's decision.
 */
export function isDecided(status: InvoiceStatus): boolean {
  return isFinal(status) && status !== "locked";
}

/**
 * Whether it waits for a payment. A payment in time while it is `locked` counts as well, once that
 * is decided.
 */
export function isOpen(status: InvoiceStatus): boolean {
  return status === "check" || status === "process";
}

export function canMove(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return INVOICE_MOVES[from].includes(to);
}

/** The dashboard's statuses: two of the machine API's twelve are each split in two. */
export const SHOWN_STATUSES = [...INVOICE_STATUSES, "cancelled", "partly_paid"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/**
 * Distinguishes a manually cancelled invoice from an expired one (both `cancel`), and a partly paid
 * one from an unpaid one (both `check`).
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
 * Event kinds of which the latest decides whether an invoice is cancelled manually: a renewed one
 * is open again.
 */
const CANCELLING_KINDS = ["cancelled", "refreshed", "renewed"] as const;

/** The database client's selection of that latest event. */
export const LAST_CANCELLING_EVENT = {
  where: { kind: { in: [...CANCELLING_KINDS] } },
  orderBy: { id: "desc" as const },
  take: 1,
  select: { kind: true as const },
};

/** Expects the events in order, the latest last. */
export function isCancelledByHand(events: readonly { readonly kind: string }[]): boolean {
  return events.findLast(({ kind }) => CANCELLING_KINDS.some((one) => one === kind))?.kind === "cancelled";
}
