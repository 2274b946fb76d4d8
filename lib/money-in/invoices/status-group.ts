import type { InvoiceGroup } from "@/lib/money-in/invoices/dashboard-schema";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";

/** The statuses behind each choice of the list's filter. Every status is in one group. */
export const STATUSES_OF_GROUP: Readonly<Record<InvoiceGroup, readonly InvoiceStatus[]>> = {
  open: ["check", "process"],
  paid: ["paid", "paid_over"],
  short: ["wrong_amount"],
  expired: ["cancel"],
  failed: ["fail", "system_fail"],
  refunds: ["refund_process", "refund_paid", "refund_fail"],
  locked: ["locked"],
};
