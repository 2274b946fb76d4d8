import type { ReversiblePart } from "@/lib/credits/credit-payment";
import { inclusionReference } from "@/lib/deposits/deposit";
import type { StandingCredit } from "@/lib/invoices/credits-repo";

/** How a part of an invoice is named in the books, when it is credited and when that is undone; the caller adds the place. */
export function creditedPart(credit: StandingCredit): Omit<ReversiblePart, "from"> {
  const reference = inclusionReference({ id: credit.depositId }, credit.inclusion);
  return {
    kind: "invoice.credit",
    reference,
    groupId: `deposit:${reference}`,
    currency: credit.currencyCode,
    amount: credit.amount,
    commission: credit.commission,
  };
}
