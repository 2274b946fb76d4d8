import type { BlockedRefundPlan } from "@/lib/refunds/plan-blocked-refund";
import type { RefundPlan } from "@/lib/refunds/plan-refund";
import { refundErrors } from "@/lib/refunds/refund-error";

/**
 * Refunds are judged and not carried out yet: these two are where they will be. They take nothing and write nothing.
 * @throws AppError `Server error`, the interface's text for work in progress
 */
export async function startRefund({ invoice }: RefundPlan): Promise<void> {
  throw refundErrors.serverError({ invoice: invoice.id, reason: "refunds are not carried out yet" });
}

/** @throws AppError `Server error` */
export async function startBlockedRefund({ wallet }: BlockedRefundPlan): Promise<void> {
  throw refundErrors.serverError({ wallet: wallet.id, reason: "refunds are not carried out yet" });
}
