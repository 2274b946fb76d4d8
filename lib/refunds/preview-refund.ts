import type { CatalogService } from "@/lib/catalog/catalog-types";
import { database } from "@/lib/db";
import type { Merchant } from "@/lib/merchants/merchant";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { planRefund } from "@/lib/refunds/plan-refund";
import { listRefundableParts, type RefundablePart } from "@/lib/refunds/refundable";
import type { RefundInput } from "@/lib/refunds/schema";

/** What a refund would do, in exact decimal strings: for a person to look at before ordering it. */
export type RefundPreview = {
  /** Counts against what was paid; in `currency`, as are what arrives and the fee. */
  readonly amount: string;
  readonly currency: string;
  readonly networkCode: string;
  readonly address: string;
  readonly sentAmount: string;
  readonly commission: string;
  /** Of the balance that pays, with what is taken from it and what it may give. */
  readonly fromCurrency: string;
  readonly debitedAmount: string;
  readonly balance: string;
  readonly isCovered: boolean;
  /** What does not count one for one: it came in another coin, or for another price, before the payer changed that. */
  readonly convertedParts: readonly ConvertedPart[];
};

/** All that came for one earlier price. */
export type ConvertedPart = {
  /** Of that price. */
  readonly quoteId: string;
  readonly amount: string;
  readonly currency: string;
  readonly networkCode: string;
  /** Of the sum that is sent back, in its coin. */
  readonly counted: string;
};

/**
 * The refund of a payment as it would be ordered now, by the plan of the refund itself; what is missing is shown and not refused.
 * @throws AppError what the refund would be refused with, but for the balance
 */
export async function previewRefund(merchant: Merchant, input: RefundInput): Promise<RefundPreview> {
  const plan = await planRefund(merchant, input, { mustBeCovered: false });
  const { service } = plan.pricing;
  const text = (amount: Decimal) => amount.toFixed();
  return {
    amount: text(plan.amount),
    currency: service.currency.code,
    networkCode: service.network.code,
    address: plan.address,
    sentAmount: text(plan.sentAmount),
    commission: text(plan.commission),
    fromCurrency: plan.fromCode,
    debitedAmount: text(plan.debitedAmount),
    balance: text(plan.funds.spendable),
    isCovered: plan.funds.spendable.gte(plan.debitedAmount),
    convertedParts: toConvertedParts(await listRefundableParts(database(), plan.invoice), service),
  };
}

/** One for each price, however many transactions came for it. */
function toConvertedParts(parts: readonly RefundablePart[], service: CatalogService): ConvertedPart[] {
  const byQuote = new Map<string, RefundablePart>();
  for (const part of parts.filter((candidate) => isConverted(candidate, service))) {
    const { amount = ZERO, counted = ZERO } = byQuote.get(part.quoteId) ?? {};
    byQuote.set(part.quoteId, { ...part, amount: amount.plus(part.amount), counted: counted.plus(part.counted) });
  }
  return [...byQuote.values()].map(({ amount, currencyCode: currency, counted, ...part }) => ({
    ...part,
    currency,
    amount: amount.toFixed(),
    counted: counted.toFixed(),
  }));
}

/** The same coin on another network is another coin to whoever gets it back. */
function isConverted({ amount, currencyCode, networkCode, counted }: RefundablePart, service: CatalogService): boolean {
  return currencyCode !== service.currency.code || networkCode !== service.network.code || !counted.eq(amount);
}
