import type { Tx } from "@/lib/db";
import { inclusionReference } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { insertCredit, listStandingCredits, type StandingCredit } from "@/lib/invoices/credits-repo";
import type { Invoice, Quote } from "@/lib/invoices/invoice";
import type { Part } from "@/lib/invoices/parts";
import { spreadCommission } from "@/lib/invoices/payer-amount";
import { insertEvent } from "@/lib/invoices/repo";
import { invoicePending } from "@/lib/ledger/account";
import { creditMerchant } from "@/lib/ledger/credit-merchant";
import { type Decimal, ZERO } from "@/lib/money/decimal";

/**
 * Credits every confirmed part that is not credited yet to the merchant.
 *
 * The commission is taken on the sum that came for one quote and spread over its parts, so that two halves pay exactly what one
 * whole would: each part bears what the sum's commission grew by.
 */
export async function creditParts(tx: Tx, invoice: Invoice, parts: readonly Part[]): Promise<StandingCredit[]> {
  const standing = await listStandingCredits(tx, invoice.id);
  const all = [...standing];
  for (const quote of distinctQuotes(parts)) {
    const ofQuote = parts.filter((part) => part.quote.id === quote.id);
    all.push(...(await creditQuote(tx, invoice, quote, ofQuote, standing)));
  }
  return all;
}

async function creditQuote(
  tx: Tx,
  invoice: Invoice,
  quote: Quote,
  parts: readonly Part[],
  standing: readonly StandingCredit[],
) {
  const creditOf = (part: Part) => standing.find((credit) => credit.depositId === part.deposit.id);
  const before = parts.flatMap((part) => creditOf(part) ?? []);
  const fresh = parts.filter((part) => creditOf(part) === undefined);
  const commissions = spreadCommission(
    { received: sum(before.map(({ amount }) => amount)), kept: sum(before.map(({ commission }) => commission)) },
    fresh.map(({ deposit }) => deposit.amount),
    { ...quote, subtractPercent: invoice.subtractPercent },
  );
  const made: StandingCredit[] = [];
  for (const [index, part] of fresh.entries())
    made.push(await creditPart(tx, invoice, part, commissions[index] ?? ZERO));
  return made;
}

async function creditPart(tx: Tx, invoice: Invoice, part: Part, commission: Decimal): Promise<StandingCredit> {
  const { deposit } = part;
  invariant(deposit.bookedInclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
  const credit = {
    depositId: deposit.id,
    inclusion: deposit.bookedInclusion,
    currencyCode: deposit.currencyCode,
    amount: deposit.amount,
    commission,
  };
  const reference = inclusionReference(deposit, deposit.bookedInclusion);
  const from = invoicePending(invoice.merchantId, deposit.currencyCode);
  await creditMerchant(
    tx,
    {
      kind: "invoice.credit",
      reference,
      groupId: `deposit:${reference}`,
      merchantId: invoice.merchantId,
      currency: deposit.currencyCode,
      amount: deposit.amount,
      commission,
    },
    from,
  );
  await insertCredit(tx, invoice.id, credit);
  const { currencyCode: currency, amount } = credit;
  const detail = { deposit: deposit.id, currency, amount: amount.toFixed(), commission: commission.toFixed() };
  await insertEvent(tx, invoice.id, "credited", detail);
  return credit;
}

function distinctQuotes(parts: readonly Part[]): Quote[] {
  return [...new Map(parts.map((part) => [part.quote.id, part.quote])).values()];
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((total, amount) => total.plus(amount), ZERO);
}
