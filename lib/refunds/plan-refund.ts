import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO, type Conversion } from "@/lib/conversions/conversion";
import { database } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError, invalidParameter } from "@/lib/errors";
import { findPayment } from "@/lib/invoices/get-invoice";
import type { Invoice } from "@/lib/invoices/invoice";
import type { Merchant } from "@/lib/merchants/merchant";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { checkAddress } from "@/lib/payouts/check-destination";
import { dustLimitOf } from "@/lib/payouts/dust-limit";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { type Funds, findFunds } from "@/lib/payouts/find-funds";
import { conversionCost, payoutAmounts } from "@/lib/payouts/payout-amounts";
import { type FoundRate, findRate } from "@/lib/rates/queries";
import { quoteRefundFee } from "@/lib/refunds/quote-refund-fee";
import { refundErrors } from "@/lib/refunds/refund-error";
import { isRefundable, type Refundable, readRefundable } from "@/lib/refunds/refundable";
import { isPaymentConverted } from "@/lib/refunds/repo";
import type { RefundInput } from "@/lib/refunds/schema";

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
  /** Taken from the balance in `fromCode`: the coin's own, or USDT where the payment was converted. */
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
 * Plans the refund of a payment: `amount`, or all that is left of it. Nothing is locked: whoever carries it out judges again.
 * `mustBeCovered` false leaves the balance out of the judgement: for showing what is missing.
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
 * @throws AppError `Refunds are made only for completed payments`, `The refund amount should not be more than the amount paid`, `The
 * amount is too small`
 */
export function priceRefund(
  merchantId: string,
  pricing: RefundPricing,
  refundable: Refundable,
  asked: Decimal | null,
): RefundAmounts {
  assertWithin(refundable, asked);
  const { service, isSubtract, feeQuote: fee, rate } = pricing;
  const amount = asked ?? roundDown(refundable.rest, service.decimals);
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

function assertWithin({ paid, rest }: Refundable, asked: Decimal | null): void {
  if (!paid.gt(ZERO)) throw refundErrors.notCompleted();
  if (!rest.gt(ZERO) || asked?.gt(rest)) throw refundErrors.moreThanPaid();
}

/** @throws AppError `Server error` while there is none that the gateway exchanges at */
async function rateOf(service: CatalogService): Promise<FoundRate> {
  return await findRate({ from: CONVERTED_TO, to: service.currency.code, use: "exchange" }).catch((error: unknown) => {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no rate may be quoted" }, error) : error;
  });
}
