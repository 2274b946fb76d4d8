import type { InvoiceStatus } from "@/lib/invoices/status";
import type { PeriodState } from "@/lib/recurrences/status";

/** What the state of a period depends on. */
export type PeriodSituation = {
  /** As it was decided last. */
  readonly state: PeriodState;
  /** Null while it has no invoice. */
  readonly invoiceStatus: InvoiceStatus | null;
  /** The merchant closed the invoice before its time, or the end of the plan did: the payer cannot renew it. */
  readonly isInvoiceCancelled: boolean;
  /** An invoice is still tried to be made. */
  readonly isRetried: boolean;
  readonly graceEndsAt: Date;
  /** Nobody is asked for anything of the plan any more. */
  readonly isEnded: boolean;
};

/**
 * The state of a period, given what has become of its invoice. Pure, and it may go back: a payment that a reorganisation took away is due
 * again, a late one that was accepted is paid. What a refund returns does not make a period unpaid.
 */
export function decidePeriod(situation: PeriodSituation, now: Date): PeriodState {
  switch (situation.invoiceStatus) {
    case null:
      return situation.isEnded && situation.isRetried ? "cancelled" : situation.state;
    case "paid":
    case "paid_over":
      return "paid";
    // Money is on its way, or a person decides about it.
    case "process":
    case "locked":
      return "due";
    // It may still be paid: a price asked for before the grace period ended holds beyond it.
    case "check":
      return "due";
    case "refund_process":
    case "refund_paid":
    case "refund_fail":
      return situation.state === "paid" ? "paid" : unpaid(situation, now);
    case "cancel":
    case "wrong_amount":
    case "fail":
    case "system_fail":
      return unpaid(situation, now);
  }
}

function unpaid({ state, isInvoiceCancelled, graceEndsAt, isEnded }: PeriodSituation, now: Date): PeriodState {
  // What was decided before the plan ended stays as it was.
  if (state === "missed" || state === "cancelled") return state;
  if (isEnded || isInvoiceCancelled) return "cancelled";
  return graceEndsAt <= now ? "missed" : "due";
}
