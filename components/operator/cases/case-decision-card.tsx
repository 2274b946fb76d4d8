import type { ReactNode } from "react";
import { OPERATOR_CASE_TEXTS } from "@/components/operator/cases/case-labels";
import { CreditCaseDialog, type MerchantChoice } from "@/components/operator/cases/credit-case-dialog";
import { RefundCaseDialog } from "@/components/operator/cases/refund-case-dialog";
import { Card } from "@/components/ui/card";
import { DialogButton } from "@/components/ui/dialog-button";
import { Notice } from "@/components/ui/notice";
import type { OperatorCaseDetailView } from "@/lib/fronts/admin/cases-schema";

export type CaseDecisionCardProps = {
  readonly row: OperatorCaseDetailView;
  readonly merchants: readonly MerchantChoice[];
};

/** The two possible decisions with their effects; both are irreversible. */
export function CaseDecisionCard({ row, merchants }: CaseDecisionCardProps) {
  const { credit, creditEffect } = OPERATOR_CASE_TEXTS[row.group];
  return (
    <Card title="Your decision" description="There is no deadline. The decision can't be undone.">
      {!row.isConfirmed && (
        <div className="mb-4">
          <Notice tone="waiting" title="Not confirmed yet">
            The transaction is not confirmed, or is no longer on the chain. You can decide once it is confirmed.
          </Notice>
        </div>
      )}
      <ul className="flex flex-col divide-y divide-line">
        <Way effect={`${creditEffect} ${row.group === "locked" ? leadsTo(row) : ""}`}>
          <DialogButton label={credit} variant="primary" disabled={!row.isConfirmed}>
            {(close) => <CreditCaseDialog row={row} merchants={merchants} onClose={close} />}
          </DialogButton>
        </Way>
        <Way effect="The full amount, less the network fee, is sent to an address you enter. The fee is shown before you confirm. Nobody is credited; the case closes when the refund arrives.">
          <DialogButton label="Refund…" disabled={!row.isConfirmed}>
            {(close) => <RefundCaseDialog row={row} onClose={close} />}
          </DialogButton>
        </Way>
      </ul>
    </Card>
  );
}

/** Returns what a deposit held by screening becomes when it is released. */
function leadsTo({ cameFor }: OperatorCaseDetailView): string {
  if (cameFor === null) return "The address is not assigned, so it becomes a case without an owner.";
  if (cameFor.kind === "wallet")
    return "It is credited as a top-up, or held if the static wallet is blocked. In another coin it becomes a case for the merchant.";
  return "It counts toward its invoice, whose status is updated. If it was late or in another coin, it becomes a case for the merchant.";
}

function Way({ effect, children }: { effect: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0 sm:flex-row sm:justify-between sm:gap-6">
      <p className="text-small text-ink-soft">{effect}</p>
      <span className="shrink-0">{children}</span>
    </li>
  );
}
