import type { Decimal } from "@/lib/kernel/money/decimal";
import { INVOICE_STATUSES, type InvoiceStatus } from "@/lib/money-in/invoices/status";

/** What the dashboard calls a status of the machine API: two of its twelve stand for two things each. */
export const SHOWN_STATUSES = [...INVOICE_STATUSES, "cancelled", "partly_paid"] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** `cancel` closed by somebody's hand is no expiry, and `check` with confirmed money waits for the remaining amount only. */
export function shownStatus(facts: {
  readonly status: InvoiceStatus;
  readonly isCancelledByHand: boolean;
  readonly paidAmount: Decimal;
}): ShownStatus {
  if (facts.status === "cancel" && facts.isCancelledByHand) return "cancelled";
  return facts.status === "check" && facts.paidAmount.gt("0") ? "partly_paid" : facts.status;
}

/** Kinds of events of which the last says whether an invoice is cancelled by hand: a renewed one is open again. */
export const CANCELLING_KINDS = ["cancelled", "refreshed", "renewed"] as const;
