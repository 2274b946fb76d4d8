import { concernsOf } from "@/lib/exceptions/refunds/dashboard-commands";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { previewCaseRefund } from "@/lib/exceptions/refunds/plan-case-refund";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { decimal } from "@/lib/kernel/money/decimal";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";

type CaseForm = { readonly id: string; readonly address: string | null };

/** Sends the deposit of a merchant's case to an address, less the fee. @throws AppError in a person's words, with the form's field names */
export async function refundCaseFromForm(merchantId: string, userId: string, { id, address }: CaseForm): Promise<void> {
  await withFormErrors(() => refundCase({ caseId: id, merchantId, address, actorId: userId }));
}

/** What that would do; without an address also where it came from, and why that alone does not do. Moves nothing. */
export async function previewRefundOfCase(merchantId: string, { id, address }: CaseForm): Promise<RefundPreview> {
  return await withFormErrors(async () => {
    await assertMayPayOut(merchantId);
    const plan = await previewCaseRefund({ caseId: id, merchantId, address });
    const { networkCode, currency, amount } = plan;
    const facts = { merchantId, networkCode, currency, amount: decimal(amount), address: plan.address };
    return {
      ...(await concernsOf(facts)),
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
      convertedParts: [],
    };
  });
}
