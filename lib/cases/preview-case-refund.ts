import { type CaseRefundQuestion, planCaseRefund } from "@/lib/cases/plan-case-refund";

/** What the refund of a case would do, in exact decimal strings of its coin: for a person to look at before ordering it. */
export type CaseRefundPreview = {
  /** All of the deposit: what arrives and the fee. */
  readonly amount: string;
  readonly sentAmount: string;
  readonly commission: string;
  readonly currency: string;
  readonly networkCode: string;
  /** Where it would go; null: an address has to be given. */
  readonly address: string | null;
  /** Without one: where it came from, for a person to check that it can receive. */
  readonly suggestedAddress: string | null;
  /** Why one has to be given, in words. */
  readonly doubt: string | null;
};

/** @throws AppError what the refund would be refused with, but for a missing address */
export async function previewCaseRefund(question: CaseRefundQuestion): Promise<CaseRefundPreview> {
  const { amounts, service, address, suggestedAddress, doubt } = await planCaseRefund(question);
  return {
    amount: amounts.amount.toFixed(),
    sentAmount: amounts.sentAmount.toFixed(),
    commission: amounts.commission.toFixed(),
    currency: service.currency.code,
    networkCode: service.network.code,
    address,
    suggestedAddress,
    doubt,
  };
}
