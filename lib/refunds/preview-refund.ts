import type { Merchant } from "@/lib/merchants/merchant";
import type { Decimal } from "@/lib/money/decimal";
import { planRefund } from "@/lib/refunds/plan-refund";
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
  };
}
