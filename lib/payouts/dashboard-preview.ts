import { loadCatalog } from "@/lib/catalog/queries";
import { AppError } from "@/lib/errors";
import { assertMayPayOut } from "@/lib/guards/assert-may-pay-out";
import { getMerchant } from "@/lib/merchants/get-merchant";
import { Decimal, ZERO } from "@/lib/money/decimal";
import { type Concerns, findConcerns } from "@/lib/payouts/dashboard-concerns";
import { toWireNames } from "@/lib/payouts/dashboard-form";
import type { PayoutPreview, PayoutPreviewInput } from "@/lib/payouts/dashboard-form-schema";
import { inWords } from "@/lib/payouts/dashboard-refusal";
import { type PayoutPlan, planPayout } from "@/lib/payouts/plan-payout";
import { looseCalculatePayoutInput } from "@/lib/payouts/schema";

/**
 * What a payout like this would do, by the very plan that carries it out; what the balance is short of is shown instead of refused.
 * @throws AppError what the payout would be refused with, with the form's own field names and in a person's words
 */
export async function previewPayout(merchantId: string, form: PayoutPreviewInput): Promise<PayoutPreview> {
  const networkName = (await loadCatalog()).network(form.network)?.name ?? form.network;
  const question = looseCalculatePayoutInput.safeParse(toWireNames(form));
  if (!question.success) {
    const fields = Object.fromEntries(question.error.issues.map(({ path, message }) => [String(path[0]), [message]]));
    throw inWords(new AppError("invalid_request", "Not accepted", { fields }), networkName);
  }
  try {
    await assertMayPayOut(merchantId);
    const merchant = await getMerchant(merchantId);
    const plan = await planPayout(merchant, { ...question.data, memo: form.memo }, { mustBeCovered: false });
    return toPreview(plan, await concernsOf(merchantId, plan));
  } catch (error) {
    throw inWords(error, networkName);
  }
}

function concernsOf(merchantId: string, { service, address, debitedAmount, fromCode }: PayoutPlan): Promise<Concerns> {
  const destination = address === null ? null : { network: service.network, address };
  const order = { kind: "payout" as const, merchantId, amount: debitedAmount, currency: fromCode, orderedById: null };
  return findConcerns({ ...order, destination });
}

function toPreview(plan: PayoutPlan, { lookAlike, approval }: Concerns): PayoutPreview {
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
  };
}
