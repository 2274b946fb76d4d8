import { quoteRefundFee } from "@/lib/exceptions/refunds/held-refund";
import { refundErrors } from "@/lib/exceptions/refunds/refund";
import {
  isRefundable,
  listRefundableDeposits,
  type Refundable,
  type RefundableDeposit,
  readRefundable,
} from "@/lib/exceptions/refunds/refundable";
import { hasLivePaymentRefund, isPaymentConverted } from "@/lib/exceptions/refunds/repo";
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

/** Inputs to a refund's amounts, at one point in time. */
export type RefundPricing = {
  readonly service: CatalogService;
  readonly isSubtract: boolean;
  readonly feeQuote: FeeQuote;
  /** Units of the coin per USDT if USDT pays; null: the coin's own balance pays. */
  readonly rate: FoundRate | null;
};

/** In the coin of the payment, except for the debit. */
export type RefundAmounts = {
  /** Counts against the paid amount, whoever bears the fee. */
  readonly amount: Decimal;
  readonly sentAmount: Decimal;
  /** The service's payout fee. The payment's commission is not refunded. */
  readonly commission: Decimal;
  /**
   * Taken from the balance in `fromCode`: the coin's own balance, or USDT if the payment was
   * converted.
   */
  readonly fromCode: string;
  readonly debitedAmount: Decimal;
  /** Conversion of USDT to the coin. */
  readonly conversion: Conversion | null;
};

/** The effect of a refund. */
export type RefundPlan = RefundAmounts & {
  readonly invoice: Invoice;
  readonly pricing: RefundPricing;
  readonly address: string;
  /** The requested amount; null: all that is left. */
  readonly asked: Decimal | null;
  /** State of that balance before the refund. */
  readonly funds: Funds;
};

/**
 * Plans the refund of a payment: `amount`, or all that is left of it. Takes no locks; carrying it
 * out evaluates it again. With `mustBeCovered` false the balance is not checked, so that a
 * shortfall can be shown.
 *
 * @throws AppError with the specification's text, or naming the invalid parameter
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
  // Read last: what another refund under way takes must not appear as an excessive amount.
  if (await hasLivePaymentRefund(database(), invoice.id)) throw refundErrors.notCompleted();
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
 * Returns what a refund sends, costs and debits: for `asked`, or for all that is left. Pure.
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

/**
 * @throws AppError `temporarily_unavailable` while there is no rate at which the gateway exchanges
 */
async function rateOf(service: CatalogService): Promise<FoundRate> {
  return await findRate({ from: CONVERTED_TO, to: service.currency.code, use: "exchange" }).catch((error: unknown) => {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no rate may be quoted" }, error) : error;
  });
}

/** The effect of a refund, as exact decimal strings, for a user to review before creating it. */
type RefundPreview = {
  /** Counts against the paid amount; in `currency`, like the amount sent and the fee. */
  readonly amount: string;
  readonly currency: string;
  readonly networkCode: string;
  readonly address: string;
  readonly sentAmount: string;
  readonly commission: string;
  /** The balance that pays, the amount debited from it, and its spendable amount. */
  readonly fromCurrency: string;
  readonly debitedAmount: string;
  readonly balance: string;
  readonly isCovered: boolean;
  /**
   * Deposits that do not count one to one, because they were received in another coin or for
   * another quote before the payer changed it.
   */
  readonly convertedDeposits: readonly ConvertedDeposit[];
};

/** All deposits for one earlier quote. */
export type ConvertedDeposit = {
  /** The earlier quote. */
  readonly quoteId: string;
  readonly amount: string;
  readonly currency: string;
  readonly networkCode: string;
  /** The share of the refundable amount, in its coin. */
  readonly counted: string;
};

/**
 * Previews the refund of a payment as if it were created now, with the same plan as the refund; a
 * shortfall of the balance is shown instead of refused.
 * @throws AppError the error with which the refund would be refused, except for the balance
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

/** Groups by quote, however many transactions paid it. */
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

/** The same coin on another network is a different coin for its recipient. */
function isConverted(
  { amount, currencyCode, networkCode, counted }: RefundableDeposit,
  service: CatalogService,
): boolean {
  return currencyCode !== service.currency.code || networkCode !== service.network.code || !counted.eq(amount);
}
