import { quoteRefundFee } from "@/lib/exceptions/refunds/held-refund";
import { refundErrors } from "@/lib/exceptions/refunds/refund";
import {
  isRefundable,
  listRefundableDeposits,
  type Refundable,
  type RefundableDeposit,
  readRefundable,
} from "@/lib/exceptions/refunds/refundable";
import { isPaymentConverted } from "@/lib/exceptions/refunds/repo";
import type { RefundInput } from "@/lib/exceptions/refunds/schema";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, invalidParameter } from "@/lib/kernel/errors";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { CONVERTED_TO, type Conversion } from "@/lib/money-in/conversions/conversion";
import { findPayment } from "@/lib/money-in/invoices/get-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { conversionCost, payoutAmounts } from "@/lib/money-out/payouts/payout-amounts";
import { type Funds, findFunds } from "@/lib/money-out/payouts/payout-funds";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { type FoundRate, findRate } from "@/lib/pricing/rates/queries";
import { checkAddress, dustLimitOf } from "@/lib/sending/destinations/check-destination";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

/** What a refund's amounts follow from, as it is at one moment. */
export type RefundPricing = {
  readonly service: CatalogService;
  readonly isSubtract: boolean;
  readonly feeQuote: FeeQuote;
  /** Units of the coin for one USDT where USDT pays; null: the coin's own balance does. */
  readonly rate: FoundRate | null;
};

/** In the coin that was paid, but for the debit. */
export type RefundAmounts = {
  /** Counts against what was paid, whoever bears the fee. */
  readonly amount: Decimal;
  readonly sentAmount: Decimal;
  /** The service's payout fee. The payment's commission is not given back. */
  readonly commission: Decimal;
  /**
   * Taken from the balance in `fromCode`: the coin's own, or USDT where the payment was converted.
   */
  readonly fromCode: string;
  readonly debitedAmount: Decimal;
  /** How USDT becomes the coin. */
  readonly conversion: Conversion | null;
};

/** What a refund would do. */
export type RefundPlan = RefundAmounts & {
  readonly invoice: Invoice;
  readonly pricing: RefundPricing;
  readonly address: string;
  /** As asked; null: all that is left. */
  readonly asked: Decimal | null;
  /** Of that balance, before. */
  readonly funds: Funds;
};

/**
 * Plans the refund of a payment: `amount`, or all that is left of it. Nothing is locked: whoever
 * carries it out judges again. `mustBeCovered` false leaves the balance out of the judgement: for
 * showing what is missing.
 *
 * @throws AppError with the specification's text, or naming the parameter that is wrong
 */
export async function planRefund(
  merchant: Merchant,
  input: RefundInput,
  { mustBeCovered }: { readonly mustBeCovered: boolean },
): Promise<RefundPlan> {
  const ids = input.uuid === null ? { uuid: null, order_id: input.order_id } : { uuid: input.uuid, order_id: null };
  const invoice = await findPayment(merchant.id, ids);
  if (invoice === null) throw refundErrors.paymentNotFound();
  const quote = invoice.currentQuote;
  if (quote === null || !isRefundable(invoice) || !invoice.paidAmount.gt(ZERO)) throw refundErrors.notCompleted();
  const isConverted = await isPaymentConverted(database(), invoice.id);
  const funds = await findFunds(merchant, isConverted ? CONVERTED_TO : quote.currencyCode);
  if (!funds.hasWallet) throw refundErrors.undefinedWallet();
  const asked = input.amount?.value ?? null;
  const refundable = await readRefundable(database(), invoice);
  assertWithin(refundable, asked);

  const catalog = await loadCatalog();
  const service = catalog.service(quote.currencyCode, quote.networkCode);
  if (!service?.isPayoutEnabled || !service.isReviewed)
    throw refundErrors.serverError({ reason: "nothing is paid out in this coin" });
  if (asked !== null && asked.decimalPlaces() > service.decimals)
    throw invalidParameter("amount", "validation.decimal");
  const address = await checkAddress(catalog, service.network, input.address);
  const feeQuote = await quoteRefundFee(service);
  const rate = isConverted ? await rateOf(service) : null;
  const pricing = { service, isSubtract: input.is_subtract, feeQuote, rate };
  const amounts = priceRefund(merchant.id, pricing, refundable, asked);
  if (mustBeCovered && funds.spendable.lt(amounts.debitedAmount)) throw refundErrors.notEnoughFunds();
  return { ...amounts, invoice, pricing, address, asked, funds };
}

/**
 * What a refund sends, costs and takes: of `asked`, or of all that is left. Pure.
 * @throws AppError `payment_not_completed`, `more_than_paid`, `refund_too_small`
 */
export function priceRefund(
  merchantId: string,
  pricing: RefundPricing,
  refundable: Refundable,
  asked: Decimal | null,
): RefundAmounts {
  assertWithin(refundable, asked);
  const { service, isSubtract, feeQuote: fee, rate } = pricing;
  const amount = asked ?? roundDown(refundable.remaining, service.decimals);
  const { payableDecimals } = service;
  const { sent, commission, covered } = payoutAmounts({ amount, isSubtract, fee, payableDecimals });
  if (!sent.gt(ZERO) || sent.lt(dustLimitOf(service))) throw refundErrors.tooSmall();
  const of = { amount, sentAmount: sent, commission };
  const coin = service.currency.code;
  if (rate === null) return { ...of, fromCode: coin, debitedAmount: covered, conversion: null };
  const cost = conversionCost(covered, rate.rate, decimal(env().CONVERSION_SPREAD_PERCENT));
  if (cost === null) throw refundErrors.serverError({ reason: "the spread leaves nothing" });
  const { rate: unit, source: rateSource, observedAt: rateAt } = rate;
  const swap = { merchantId, fromCode: CONVERTED_TO, toCode: coin, toAmount: covered, ...cost };
  const conversion = { ...swap, rate: unit, rateSource, rateAt };
  return { ...of, fromCode: CONVERTED_TO, debitedAmount: cost.fromAmount, conversion };
}

function assertWithin({ paid, remaining }: Refundable, asked: Decimal | null): void {
  if (!paid.gt(ZERO)) throw refundErrors.notCompleted();
  if (!remaining.gt(ZERO) || asked?.gt(remaining)) throw refundErrors.moreThanPaid();
}

/** @throws AppError `temporarily_unavailable` while there is none that the gateway exchanges at */
async function rateOf(service: CatalogService): Promise<FoundRate> {
  return await findRate({ from: CONVERTED_TO, to: service.currency.code, use: "exchange" }).catch((error: unknown) => {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no rate may be quoted" }, error) : error;
  });
}

/** What a refund would do, in exact decimal strings: for a person to look at before ordering it. */
type RefundPreview = {
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
  /**
   * What does not count one for one: it came in another coin, or for another price, before the
   * payer changed that.
   */
  readonly convertedDeposits: readonly ConvertedDeposit[];
};

/** All that came for one earlier price. */
export type ConvertedDeposit = {
  /** Of that price. */
  readonly quoteId: string;
  readonly amount: string;
  readonly currency: string;
  readonly networkCode: string;
  /** Of the sum that is sent back, in its coin. */
  readonly counted: string;
};

/**
 * The refund of a payment as it would be ordered now, by the plan of the refund itself; what is
 * missing is shown and not refused.
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
    convertedDeposits: toConvertedDeposits(await listRefundableDeposits(database(), plan.invoice), service),
  };
}

/** One for each price, however many transactions came for it. */
function toConvertedDeposits(parts: readonly RefundableDeposit[], service: CatalogService): ConvertedDeposit[] {
  const byQuote = new Map<string, RefundableDeposit>();
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
function isConverted(
  { amount, currencyCode, networkCode, counted }: RefundableDeposit,
  service: CatalogService,
): boolean {
  return currencyCode !== service.currency.code || networkCode !== service.network.code || !counted.eq(amount);
}
