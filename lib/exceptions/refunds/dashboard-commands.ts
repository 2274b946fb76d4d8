import type { RefundPaymentForm, RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { previewCaseRefund } from "@/lib/exceptions/refunds/plan-case-refund";
import { type ConvertedDeposit, previewRefund } from "@/lib/exceptions/refunds/plan-refund";
import { planBlockedRefund, refundBlockedWallet } from "@/lib/exceptions/refunds/refund-blocked-wallet";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { refundPayment } from "@/lib/exceptions/refunds/refund-payment";
import { blockedRefundInput, refundInput } from "@/lib/exceptions/refunds/schema";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { getWallet } from "@/lib/money-in/static-wallets/get-wallet";
import { findOutflowWarnings, type OutflowWarnings } from "@/lib/money-out/payouts/dashboard-preview";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Refunds created by users through the commands of the machine API; refusals are user-facing
 * messages with the forms' field names.
 */

/** Refunds a payment in full or in part. */
export async function refundPaymentFromForm(
  merchantId: string,
  userId: string,
  form: RefundPaymentForm,
): Promise<void> {
  await withFormErrors(async () => {
    await refundPayment(await getMerchant(merchantId), toRefundInput(form), userId);
  });
}

/** Returns the effect of {@link refundPaymentFromForm}. Moves no funds. */
export async function previewPaymentRefund(merchantId: string, form: RefundPaymentForm): Promise<RefundPreview> {
  return await withFormErrors(async () => {
    await assertMayPayOut(merchantId);
    const plan = await previewRefund(await getMerchant(merchantId), toRefundInput(form));
    const { networkCode, fromCurrency, debitedAmount, address } = plan;
    const order = { merchantId, networkCode, currency: fromCurrency, amount: decimal(debitedAmount), address };
    const missing = decimal(debitedAmount).minus(plan.balance);
    return {
      ...(await warningsOf(order)),
      amount: plan.amount,
      sentAmount: plan.sentAmount,
      commission: plan.commission,
      currency: plan.currency,
      address,
      fromCurrency,
      debitedAmount,
      missing: plan.isCovered ? null : missing.toFixed(),
      suggestedAddress: null,
      doubt: null,
      convertedDeposits: await withNetworkNames(plan.convertedDeposits),
    };
  });
}

async function withNetworkNames(parts: readonly ConvertedDeposit[]): Promise<RefundPreview["convertedDeposits"]> {
  const catalog = await loadCatalog();
  return parts.map(({ quoteId, networkCode, ...part }) => ({
    id: quoteId,
    ...part,
    networkName: catalog.network(networkCode)?.name ?? networkCode,
  }));
}

type HeldForm = { readonly id: string; readonly address: string };

/** Sends all funds of a blocked wallet to one address, once. */
export async function refundWalletFromForm(merchantId: string, userId: string, form: HeldForm): Promise<void> {
  await withFormErrors(async () => {
    const input = parsed(blockedRefundInput.safeParse({ uuid: form.id, address: form.address }));
    await refundBlockedWallet(await getMerchant(merchantId), input, userId);
  });
}

/** Returns the effect of {@link refundWalletFromForm}. Moves no funds. */
export async function previewWalletRefund(merchantId: string, form: HeldForm): Promise<RefundPreview> {
  return await withFormErrors(async () => {
    await assertMayPayOut(merchantId);
    const wallet = await getWallet(merchantId, { uuid: form.id, order_id: null });
    const { amount, sentAmount, commission, address } = await planBlockedRefund(wallet, form.address);
    const { networkCode, currencyCode: currency } = wallet;
    return {
      ...(await warningsOf({ merchantId, networkCode, currency, amount, address })),
      amount: amount.toFixed(),
      sentAmount: sentAmount.toFixed(),
      commission: commission.toFixed(),
      currency,
      address,
      fromCurrency: currency,
      debitedAmount: amount.toFixed(),
      missing: null,
      suggestedAddress: null,
      doubt: null,
      convertedDeposits: [],
    };
  });
}

function toRefundInput({ id, address, amount, isFeeOnTop }: RefundPaymentForm) {
  return parsed(refundInput.safeParse({ uuid: id, address, is_subtract: isFeeOnTop, amount }));
}

type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] };
    };

function parsed<Value>(result: Parsed<Value>): Value {
  if (result.success) return result.data;
  const fields = Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), [message]]));
  throw new AppError("invalid_request", "Not accepted", { fields });
}

type OutflowFacts = {
  readonly merchantId: string;
  readonly networkCode: string;
  readonly currency: string;
  readonly amount: Decimal;
  /** Null until one is entered. */
  readonly address: string | null;
};

/** Returns what the outflow would wait for, and the network's name. */
export async function warningsOf(facts: OutflowFacts): Promise<OutflowWarnings & { readonly networkName: string }> {
  const { merchantId, networkCode, currency, amount, address } = facts;
  const network = (await loadCatalog()).network(networkCode);
  const destination = network && address !== null ? { network, address } : null;
  const order = { kind: "refund" as const, merchantId, amount, currency, destination, requestedById: null };
  return { ...(await findOutflowWarnings(order)), networkName: network?.name ?? networkCode };
}

type CaseForm = { readonly id: string; readonly address: string | null };

/**
 * Sends the deposit of a merchant's case to an address, less the fee. @throws AppError with a
 * user-facing message and the form's field names
 */
export async function refundCaseFromForm(merchantId: string, userId: string, { id, address }: CaseForm): Promise<void> {
  await withFormErrors(() => refundCase({ caseId: id, merchantId, address, actorId: userId }));
}

/**
 * Returns the effect of {@link refundCaseFromForm}; without an address also the sender, and why the
 * sender alone is not sufficient. Moves no funds.
 */
export async function previewRefundOfCase(merchantId: string, { id, address }: CaseForm): Promise<RefundPreview> {
  return await withFormErrors(async () => {
    await assertMayPayOut(merchantId);
    const plan = await previewCaseRefund({ caseId: id, merchantId, address });
    const { networkCode, currency, amount } = plan;
    const facts = { merchantId, networkCode, currency, amount: decimal(amount), address: plan.address };
    return {
      ...(await warningsOf(facts)),
      amount,
      sentAmount: plan.sentAmount,
      commission: plan.commission,
      currency,
      address: plan.address,
      fromCurrency: currency,
      debitedAmount: amount,
      missing: null,
      suggestedAddress: plan.suggestedAddress,
      doubt: plan.doubt,
      convertedDeposits: [],
    };
  });
}
