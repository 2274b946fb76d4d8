import { previewCaseRefund } from "@/lib/exceptions/refunds/plan-case-refund";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import type { CaseRefundPreview, RefundCaseForm } from "@/lib/fronts/admin/cases-schema";
import { withFormErrors } from "@/lib/money-out/payouts/dashboard-refusal";

/** Sends a deposit back that has no owner or that screening holds. @throws AppError in a person's words */
export async function refundCaseFromForm({ id, address }: RefundCaseForm, actorId: string): Promise<void> {
  await withFormErrors(() =>
    refundCase({ caseId: id, merchantId: null, address: address === "" ? null : address, actorId }),
  );
}

/** What that would do. Moves nothing. */
export function previewRefundCase({ id, address }: RefundCaseForm): Promise<CaseRefundPreview> {
  return withFormErrors(() =>
    previewCaseRefund({ caseId: id, merchantId: null, address: address === "" ? null : address }),
  );
}
