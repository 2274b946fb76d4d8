import { AppError } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type Concerns, findConcerns } from "@/lib/money-out/payouts/dashboard-concerns";
import { toWireNames } from "@/lib/money-out/payouts/dashboard-form";
import type { PayoutPreview, PayoutPreviewInput } from "@/lib/money-out/payouts/dashboard-form-schema";
import { toFormError } from "@/lib/money-out/payouts/dashboard-refusal";
import { payoutAmounts } from "@/lib/money-out/payouts/payout-amounts";
import { type PayoutPlan, type PayoutQuestion, planPayout } from "@/lib/money-out/payouts/plan-payout";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import { looseCalculatePayoutInput } from "@/lib/money-out/payouts/schema";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { FEE_PRIORITIES } from "@/lib/sending/fees/fee-priority";

const MILLISECONDS = 1_000;

/**
 * What a payout like this would do, by the very plan that carries it out; what the balance is short of is shown instead of refused.
 * @throws AppError what the payout would be refused with, with the form's own field names and in a person's words
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
    const [concerns, levels] = await Promise.all([concernsOf(merchantId, plan), levelsOf(plan)]);
    return { ...toPreview(plan, concerns), levels };
  } catch (error) {
    throw toFormError(error, networkName);
  }
}

/**
 * The plan; where it is refused for its destination, everything else that it would be refused for is said as well. The rules stop at the
 * first: each further one is met by leaving out what was refused.
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

function concernsOf(merchantId: string, { service, address, debitedAmount, fromCode }: PayoutPlan): Promise<Concerns> {
  const destination = address === null ? null : { network: service.network, address };
  const order = { kind: "payout" as const, merchantId, amount: debitedAmount, currency: fromCode, orderedById: null };
  return findConcerns({ ...order, destination });
}

/** What each level would cost, from the very quotes that an order within their time is charged by. */
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

function toPreview(plan: PayoutPlan, { lookAlike, approval }: Concerns): Omit<PayoutPreview, "levels"> {
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
