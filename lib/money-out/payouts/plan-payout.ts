import { env } from "@/lib/kernel/env";
import { invalidParameter } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import type { PayoutConversion } from "@/lib/money-out/payouts/payout";
import {
  amountInCoin,
  conversionCost,
  type PayoutAmounts,
  payoutAmounts,
} from "@/lib/money-out/payouts/payout-amounts";
import { type Funds, findFunds } from "@/lib/money-out/payouts/payout-funds";
import { chooseRoute, type PayoutRoute, quoteFee } from "@/lib/money-out/payouts/quote-fee";
import type { CalculatePayoutInput } from "@/lib/money-out/payouts/schema";
import type { Merchant } from "@/lib/people/merchants/merchant";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { type FoundRate, findRate, type RateQuestion } from "@/lib/pricing/rates/queries";
import { StaleRateError } from "@/lib/pricing/rates/repo";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";
import { checkAddress, checkMemo, dustLimitOf } from "@/lib/sending/destinations/check-destination";
import { appliedPriority, type FeePriority } from "@/lib/sending/fees/fee-priority";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

/** The most decimals of a fiat amount that responses and webhooks can show. */
const FIAT_DECIMALS_MAX = 8;

export type PayoutQuestion = CalculatePayoutInput & { readonly memo?: string | null };

/** The effect of a payout: the single source for calculation, preview and execution. */
export type PayoutPlan = {
  readonly service: CatalogService;
  /** The requested amount, in `currencyCode`. */
  readonly amount: Decimal;
  readonly amountText: string;
  readonly currencyCode: string;
  /** In canonical form; null when the question named none. */
  readonly address: string | null;
  readonly memo: string | null;
  readonly isSubtract: boolean;
  /** The priority applied on this network. */
  readonly priority: FeePriority;
  readonly feeQuote: FeeQuote;
  /** The rate source for a fiat amount: as requested, else from the merchant's settings. */
  readonly requestedRateSource: RateSourceName | null;
  /** The rate from the fiat amount to the coin; null for an amount in the coin. */
  readonly fiatRate: FoundRate | null;
  /** The amount that arrives at the address, and the gateway's commission, in the coin. */
  readonly sentAmount: Decimal;
  readonly commission: Decimal;
  /** Currency of the balance that pays, and the debit including all fees. */
  readonly fromCode: string;
  readonly debitedAmount: Decimal;
  readonly conversion: PayoutConversion | null;
  /** State of that balance before the payout. */
  readonly funds: Funds;
};

/**
 * Plans a payout: checks every rule that can be checked without moving funds, in the order of the
 * specification's errors. Writes nothing but the fee quote.
 *
 * With `mustBeCovered` false, neither the balance nor the gateway's own holdings of the coin are
 * checked, so that a shortfall can be shown.
 *
 * @throws AppError with the specification's text, or naming the invalid parameter
 */
export async function planPayout(
  merchant: Merchant,
  question: PayoutQuestion,
  { mustBeCovered }: { readonly mustBeCovered: boolean },
): Promise<PayoutPlan> {
  const catalog = await loadCatalog();
  const route = chooseRoute(catalog, question);
  const destination = await checkDestination(catalog, route, question);
  assertDecimals(route, question.amount.value);
  const requestedRateSource =
    question.course_source ?? (route.currency.kind === "fiat" ? merchant.requestedRateSource : null);
  const [feeQuote, fiatRate, swapRate] = await Promise.all([
    quoteFee(route.service, question.priority),
    rateOf({ from: route.currency.code, to: route.service.currency.code, source: requestedRateSource }),
    route.convertedFrom === null
      ? null
      : rateOf({ from: route.convertedFrom, to: route.service.currency.code, use: "exchange" }),
  ]);
  const amounts = amountsOf(route, question, feeQuote, fiatRate);
  const conversion = swapRate === null ? null : conversionOf(route, amounts, swapRate);
  const plan = {
    service: route.service,
    amount: question.amount.value,
    amountText: question.amount.text,
    currencyCode: route.currency.code,
    ...destination,
    isSubtract: question.is_subtract,
    priority: appliedPriority(route.service.network, question.priority),
    feeQuote,
    requestedRateSource,
    fiatRate,
    sentAmount: amounts.sent,
    commission: amounts.commission,
    fromCode: route.convertedFrom ?? route.service.currency.code,
    debitedAmount: conversion?.fromAmount ?? amounts.covered,
    conversion,
  };
  const funds = await findFunds(merchant, plan.fromCode);
  if (mustBeCovered && !funds.hasWallet) throw refusal("wallet_not_found");
  assertSendable(route.service, amounts.sent);
  if (mustBeCovered) await assertCovered({ ...plan, funds });
  if (!catalog.isAvailable(route.service))
    throw refusal("terminal_not_found", {}, { details: { network: route.service.network.code } });
  return { ...plan, funds };
}

async function checkDestination(catalog: Catalog, { service }: PayoutRoute, question: PayoutQuestion) {
  const memo = checkMemo(service.network, question.memo ?? null);
  const address = question.address === null ? null : await checkAddress(catalog, service.network, question.address);
  return { memo, address };
}

/**
 * @throws AppError `amount: validation.decimal` for an amount with more decimals than its currency
 */
function assertDecimals({ currency, service }: PayoutRoute, amount: Decimal): void {
  const finest = currency.kind === "fiat" ? FIAT_DECIMALS_MAX : service.decimals;
  if (amount.decimalPlaces() > finest) throw invalidParameter("amount", "validation.decimal");
}

/**
 * Returns null between a currency and itself. @throws AppError `convert_failed` when no rate is
 * usable at the moment
 */
async function rateOf(question: RateQuestion): Promise<FoundRate | null> {
  if (question.from === question.to) return null;
  try {
    return await findRate(question);
  } catch (error) {
    throw error instanceof StaleRateError ? refusal("convert_failed", {}, { cause: error }) : error;
  }
}

/**
 * @throws AppError `below_minimum`, `above_maximum`: the limits apply to the requested amount, in
 *   the coin
 */
function amountsOf(
  { service }: PayoutRoute,
  question: PayoutQuestion,
  fee: FeeQuote,
  fiatRate: FoundRate | null,
): PayoutAmounts {
  const { payableDecimals } = service;
  const { value } = question.amount;
  const amount = fiatRate === null ? value : amountInCoin(value, fiatRate.rate, payableDecimals);
  const code = service.currency.code;
  if (amount.lt(service.payoutMin) || !amount.gt("0"))
    throw refusal("below_minimum", { limit: service.payoutMin, currency: code });
  if (amount.gt(service.payoutMax)) throw refusal("above_maximum", { limit: service.payoutMax, currency: code });
  return payoutAmounts({ amount, isSubtract: question.is_subtract, fee, payableDecimals });
}

/** @throws AppError `convert_failed` when the spread leaves nothing */
function conversionOf(
  { service, convertedFrom }: PayoutRoute,
  amounts: PayoutAmounts,
  found: FoundRate,
): PayoutConversion {
  const cost = conversionCost(amounts.covered, found.rate, decimal(env().CONVERSION_SPREAD_PERCENT));
  if (cost === null || convertedFrom === null) throw refusal("convert_failed");
  return {
    fromCode: convertedFrom,
    toCode: service.currency.code,
    toAmount: amounts.covered,
    ...cost,
    rate: found.rate,
    rateSource: found.source,
    rateAt: found.observedAt,
  };
}

/**
 * @throws AppError `withdrawal_too_small` when the amount after the fee is zero or below the dust
 *   limit
 */
function assertSendable(service: CatalogService, sent: Decimal): void {
  if (!sent.gt("0") || sent.lt(dustLimitOf(service))) throw refusal("withdrawal_too_small");
}

/**
 * @throws AppError `not_enough_funds`; for a conversion `not_enough_to_convert`, or
 *   `convert_failed` when the gateway holds too little
 */
async function assertCovered({ conversion, debitedAmount, funds }: Omit<PayoutPlan, "address">): Promise<void> {
  if (conversion === null) {
    if (funds.spendable.lt(debitedAmount)) throw refusal("not_enough_funds");
    return;
  }
  const { fromCode, toCode, toAmount, fee } = conversion;
  if (funds.spendable.lt(debitedAmount)) throw refusal("not_enough_to_convert", { from: fromCode, to: toCode });
  if ((await findBalance(treasury(toCode))).lt(toAmount.plus(fee))) throw refusal("convert_failed");
}
