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
 * Previews a payout with the same plan that carries it out; a shortfall of the balance is shown
 * instead of refused.
 * @throws AppError the error with which the payout would be refused, with a user-facing message and
 *   the form's field names
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
 * Returns the plan. If its destination is refused, the error also names every other refusal:
 * planning stops at the first, so it is repeated without the refused fields.
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

/** Merges two errors into one that names the fields of both. */
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
 * Returns the fee at each priority, from the same quotes that a payout within their validity is
 * charged by.
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

/** What the outflow would wait for, shown before it is created. */
export type OutflowWarnings = {
  /** A known destination that this address resembles without being equal. */
  readonly lookAlike: string | null;
  /** Why a second person has to approve it, as text. */
  readonly approval: string | null;
};

/**
 * Evaluates the guards for an outflow that was not created yet, as they would decide now. Writes
 * nothing and screens nothing.
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

/** Returns a known destination that the outflow's address resembles without being equal. */
export async function findLookAlike(order: Pick<OutflowOrder, "merchantId" | "destination">): Promise<string | null> {
  const { merchantId, destination } = order;
  if (destination === null) return null;
  const { address, network } = destination;
  const { family } = network;
  const trusted = await selectTrustedEndingLike(database(), { merchantId, family }, endsOf(family, address).end);
  if (trusted.some((known) => accountKey(family, known) === accountKey(family, address))) return null;
  return trusted.find((known) => looksAlike(family, known, address)) ?? null;
}
