import { creditPayment } from "@/lib/credits/credit-payment";
import type { Tx } from "@/lib/db";
import { invariant } from "@/lib/errors";
import { creditedPart } from "@/lib/invoices/credited-part";
import { insertCredit, listStandingCredits, type StandingCredit } from "@/lib/invoices/credits-repo";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import type { Part } from "@/lib/invoices/parts";
import { spreadCommission } from "@/lib/invoices/payer-amount";
import { insertEvent } from "@/lib/invoices/repo";
import { invoicePending } from "@/lib/ledger/account";
import { ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";

/**
 * Credits every confirmed part that is not credited yet to the merchant.
 *
 * The commission is taken on the sum that came for one quote and spread over its parts, so that two halves pay exactly what one
 * whole would: each part bears what the sum's commission grew by.
 */
export async function creditParts(tx: Tx, invoice: Invoice, parts: readonly Part[]): Promise<StandingCredit[]> {
  const standing = await listStandingCredits(tx, invoice.id);
  const fresh = distinctQuotes(parts).flatMap((quote) => {
    const ofQuote = parts.filter((part) => part.quote.id === quote.id);
    return freshCredits(invoice, quote, ofQuote, standing);
  });
  for (const credit of fresh) await recordCredit(tx, invoice, credit);
  await creditPayment(tx, {
    merchantId: invoice.merchantId,
    invoiceId: invoice.id,
    parts: fresh.map((credit) => ({
      ...creditedPart(credit),
      from: invoicePending(invoice.merchantId, credit.currencyCode),
    })),
  });
  return [...standing, ...fresh];
}

/** The parts of one quote that are not credited yet, each with what it bears of the commission. */
function freshCredits(
  invoice: Invoice,
  quote: Quote,
  parts: readonly Part[],
  standing: readonly StandingCredit[],
): StandingCredit[] {
  const creditOf = (part: Part) => standing.find((credit) => credit.depositId === part.deposit.id);
  const before = parts.flatMap((part) => creditOf(part) ?? []);
  const fresh = parts.filter((part) => creditOf(part) === undefined);
  const commissions = spreadCommission(
    { received: sum(before.map(({ amount }) => amount)), kept: sum(before.map(({ commission }) => commission)) },
    fresh.map(({ deposit }) => deposit.amount),
    { ...quote, subtractPercent: invoice.subtractPercent },
  );
  return fresh.map(({ deposit }, index) => {
    invariant(deposit.bookedInclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
    return {
      depositId: deposit.id,
      inclusion: deposit.bookedInclusion,
      currencyCode: deposit.currencyCode,
      amount: deposit.amount,
      commission: commissions[index] ?? ZERO,
    };
  });
}

async function recordCredit(tx: Tx, invoice: Invoice, credit: StandingCredit): Promise<void> {
  await insertCredit(tx, invoice.id, credit);
  await insertEvent(tx, invoice.id, "credited", {
    deposit: credit.depositId,
    currency: credit.currencyCode,
    amount: credit.amount.toFixed(),
    commission: credit.commission.toFixed(),
  });
}

function distinctQuotes(parts: readonly Part[]): Quote[] {
  return [...new Map(parts.map((part) => [part.quote.id, part.quote])).values()];
}
