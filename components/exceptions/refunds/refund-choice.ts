import type { InvoiceRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";

/**
 * How much of a payment goes back: what is beyond its price, all that is left of it, or a sum of
 * one's own.
 */
export type RefundShare = "surplus" | "everything" | "other";

/**
 * An overpayment begins with what is too much: giving everything back is meant more rarely, and
 * costs more when it was not.
 */
export function firstShare({ surplus }: Pick<InvoiceRefundsView, "surplus">): RefundShare {
  return surplus === null ? "everything" : "surplus";
}

/**
 * What the server is asked with: an empty text means everything. Null while nothing is typed: that
 * never means everything.
 */
export function amountOf(share: RefundShare, typed: string, { surplus }: Pick<InvoiceRefundsView, "surplus">) {
  if (share === "everything") return "";
  const amount = share === "surplus" ? surplus : typed.trim();
  return amount || null;
}
