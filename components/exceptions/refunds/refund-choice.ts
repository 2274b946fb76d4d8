import type { InvoiceRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";

/**
 * The refunded part of a payment: the amount beyond its price, everything left of it, or a custom
 * amount.
 */
export type RefundShare = "surplus" | "everything" | "other";

/**
 * Returns the default. For an overpayment it is the surplus: a full refund is meant less often, and
 * costs more if it was not.
 */
export function firstShare({ surplus }: Pick<InvoiceRefundsView, "surplus">): RefundShare {
  return surplus === null ? "everything" : "surplus";
}

/**
 * Returns the amount for the server: an empty text means everything. Null while nothing is typed,
 * which never means everything.
 */
export function amountOf(share: RefundShare, typed: string, { surplus }: Pick<InvoiceRefundsView, "surplus">) {
  if (share === "everything") return "";
  const amount = share === "surplus" ? surplus : typed.trim();
  return amount || null;
}
