import type { Tx } from "@/lib/db";
import type { Deposit } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { commissionAfter } from "@/lib/invoices/credit-parts";
import { listStandingCredits } from "@/lib/invoices/credits-repo";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import { type Part, quoteOf } from "@/lib/invoices/parts";
import { listQuotes } from "@/lib/invoices/repo";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { findDeposits } from "@/lib/refunds/repo";

/** What the gateway keeps of a late payment that its invoice takes: as settling it would, behind what is credited of it already. */
export async function lateCommission(db: Tx, invoice: Invoice, deposit: Deposit): Promise<Decimal> {
  const [quotes, standing] = await Promise.all([listQuotes(db, invoice.id), listStandingCredits(db, invoice.id)]);
  const quote = quoteOf(deposit, quotes);
  invariant(quote, `a late deposit ${deposit.id} was sent for a quote of its invoice`);
  const credited = await findDeposits(
    db,
    standing.map(({ depositId }) => depositId),
  );
  return commissionAfter(invoice, quote, deposit.amount, { parts: partsOf(credited, quotes), standing });
}

function partsOf(deposits: readonly Deposit[], quotes: readonly Quote[]): Part[] {
  return deposits.flatMap((deposit) => {
    const quote = quoteOf(deposit, quotes);
    return quote === null ? [] : [{ deposit, quote, counted: ZERO }];
  });
}
