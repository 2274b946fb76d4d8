import { accountKey } from "@/lib/chains/address-keys";
import { database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { toWireNames } from "@/lib/money-out/payouts/dashboard-form";
import type { PayoutPreview, PayoutPreviewInput } from "@/lib/money-out/payouts/dashboard-form-schema";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { payoutAmounts } from "@/lib/money-out/payouts/payout-amounts";
import { type PayoutPlan, type PayoutQuestion, planPayout } from "@/lib/money-out/payouts/plan-payout";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import { looseCalculatePayoutInput } from "@/lib/money-out/payouts/schema";
import { endsOf, looksAlike } from "@/lib/people/guards/admit-outflow";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { selectTrustedEndingLike } from "@/lib/people/guards/destinations-repo";
import { evaluateValue } from "@/lib/people/guards/evaluate-value";
import type { OutflowOrder } from "@/lib/people/guards/outflow";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { FEE_PRIORITIES } from "@/lib/sending/fees/fee-priority";

const MILLISECONDS = 1_000;

/**
 * What a payout like this would do, by the very plan that carries it out; what the balance is short
 * of is shown instead of refused.
 * @throws AppError what the payout would be refused with, with the form's own field names and in a
 *   person's words
 */
export async function previewPayout(merchantId: string, form: PayoutPreviewInput): Promise<PayoutPreview> {
  const networkName = (await loadCatalog()).network(form.network)?.name ?? form.network;
  const question = looseCalculatePayoutInput.safeParse(toWireNames(form));
  if (!question.success) {
    const fields = Object.fromEntries(question.error.issues.map(({ path, message }) => [String(path[0]), [message]]));
    throw toFormError(new AppError("invalid_request", "Not accepted", { fields }), networkName);
  }
  try {
    await assertMayPayOut(merchantId);
    const merchant = await getMerchant(merchantId);
    const plan = await planWithEachRefusal(merchant, { ...question.data, memo: form.memo });
    const [concerns, levels] = await Promise.all([warningsOf(merchantId, plan), levelsOf(plan)]);
    return { ...toPreview(plan, concerns), levels };
  } catch (error) {
    throw toFormError(error, networkName);
  }
}

/**
 * The plan; where it is refused for its destination, everything else that it would be refused for
 * is said as well. The rules stop at the first: each further one is met by leaving out what was
 * refused.
 */
async function planWithEachRefusal(merchant: Merchant, question: PayoutQuestion): Promise<PayoutPlan> {
  try {
    return await planPayout(merchant, question, { mustBeCovered: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refused = (["memo", "address"] as const).find((name) => error.fields?.[name] && question[name] !== null);
    if (refused === undefined) throw error;
    const rest = await planWithEachRefusal(merchant, { ...question, [refused]: null }).catch((other: unknown) => other);
    throw rest instanceof AppError ? bothRefusals(error, rest) : error;
  }
}

/** One error that names the fields of both. */
function bothRefusals(first: AppError, second: AppError): AppError {
  const { fields } = toFormError(second) as AppError;
  return new AppError(first.code, first.message, { cause: first, fields: { ...fields, ...first.fields } });
}

function warningsOf(
  merchantId: string,
  { service, address, debitedAmount, fromCode }: PayoutPlan,
): Promise<OutflowWarnings> {
  const destination = address === null ? null : { network: service.network, address };
  const order = { kind: "payout" as const, merchantId, amount: debitedAmount, currency: fromCode, requestedById: null };
  return findOutflowWarnings({ ...order, destination });
}

/**
 * What each level would cost, from the very quotes that an order within their time is charged by.
 */
async function levelsOf({ service, ...plan }: PayoutPlan): Promise<PayoutPreview["levels"]> {
  if (!service.network.hasPriority) return [];
  const { isSubtract, sentAmount, commission } = plan;
  const { payableDecimals } = service;
  const amount = isSubtract ? sentAmount : sentAmount.plus(commission);
  return await Promise.all(
    FEE_PRIORITIES.map(async (priority) => {
      const fee = priority === plan.priority ? plan.feeQuote : await quoteFee(service, priority);
      const amounts = payoutAmounts({ amount, isSubtract, fee, payableDecimals });
      return { priority, fee: amounts.commission.toFixed() };
    }),
  );
}

function toPreview(plan: PayoutPlan, { lookAlike, approval }: OutflowWarnings): Omit<PayoutPreview, "levels"> {
  const { conversion, fiatRate, funds } = plan;
  const missing = plan.debitedAmount.minus(Decimal.max(funds.spendable, ZERO));
  return {
    sentAmount: plan.sentAmount.toFixed(),
    currency: plan.service.currency.code,
    networkName: plan.service.network.name,
    commission: plan.commission.toFixed(),
    debitedAmount: plan.debitedAmount.toFixed(),
    fromCurrency: plan.fromCode,
    conversion: conversion && {
      rate: conversion.rate.toFixed(),
      rateSource: conversion.rateSource,
      fee: conversion.fee.toFixed(),
    },
    fiatRate: fiatRate && { rate: fiatRate.rate.toFixed(), rateSource: fiatRate.source },
    spendable: funds.spendable.toFixed(),
    missing: missing.gt(ZERO) ? missing.toFixed() : null,
    lookAlike,
    approval,
    validSeconds: Math.max(0, Math.ceil((plan.feeQuote.validUntil.getTime() - Date.now()) / MILLISECONDS)),
  };
}

/** What would be waited for, said before anything is ordered. */
export type OutflowWarnings = {
  /** An earlier destination that this address looks like and is not. */
  readonly lookAlike: string | null;
  /** Why a second person would have to agree, in words. */
  readonly approval: string | null;
};

/**
 * The guards' judgement of an outflow that nobody has ordered yet, as they would give it now.
 * Writes nothing and screens nothing.
 * @throws AppError when the merchant's daily limit would refuse it
 */
export async function findOutflowWarnings(order: Omit<OutflowOrder, "subjectId">): Promise<OutflowWarnings> {
  const asIf = { ...order, subjectId: "00000000-0000-0000-0000-000000000000" };
  const [{ approval }, lookAlike] = await Promise.all([
    evaluateValue(database(), asIf, new Date()),
    findLookAlike(order),
  ]);
  return { lookAlike, approval };
}

/** An earlier destination that the order's address looks like and is not. */
export async function findLookAlike(order: Pick<OutflowOrder, "merchantId" | "destination">): Promise<string | null> {
  const { merchantId, destination } = order;
  if (destination === null) return null;
  const { address, network } = destination;
  const { family } = network;
  const trusted = await selectTrustedEndingLike(database(), { merchantId, family }, endsOf(family, address).end);
  if (trusted.some((known) => accountKey(family, known) === accountKey(family, address))) return null;
  return trusted.find((known) => looksAlike(family, known, address)) ?? null;
}
