import type { ReactNode } from "react";
import { OPERATOR_CASE_WORDS } from "@/components/operator/cases/case-words";
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

/** The two ways to decide, each with what it does; neither can be taken back. */
export function CaseDecisionCard({ row, merchants }: CaseDecisionCardProps) {
  const { credit, creditEffect } = OPERATOR_CASE_WORDS[row.group];
  return (
    <Card title="Your decision" description="It can wait as long as you like. Once made it cannot be undone here.">
      {!row.isConfirmed && (
        <div className="mb-4">
          <Notice tone="waiting" title="Not confirmed yet">
            Its transaction is not deep enough in the chain, or has left it. Until it is, nothing can be decided.
          </Notice>
        </div>
      )}
      <ul className="flex flex-col divide-y divide-line">
        <Way effect={`${creditEffect} ${row.group === "locked" ? leadsTo(row) : ""}`}>
          <DialogButton label={credit} variant="primary" disabled={!row.isConfirmed}>
            {(close) => <CreditCaseDialog row={row} merchants={merchants} onClose={close} />}
          </DialogButton>
        </Way>
        <Way effect="All of it leaves to an address that you give, less the fee of sending it, which is shown before you order it. Nobody is credited, and the case is over when it has arrived.">
          <DialogButton label="Refund…" disabled={!row.isConfirmed}>
            {(close) => <RefundCaseDialog row={row} onClose={close} />}
          </DialogButton>
        </Way>
      </ul>
    </Card>
  );
}

/** Where what screening held goes when it is let go. */
function leadsTo({ cameFor }: OperatorCaseDetailView): string {
  if (cameFor === null) return "Its address belongs to nobody: it becomes a case without an owner.";
  if (cameFor.kind === "wallet")
    return "It tops its static wallet up, or is held with the rest where that is blocked; in another coin than the wallet's it becomes a case of the merchant.";
  return "Its invoice is decided again with it; where it came too late or in another coin, it becomes a case of the merchant.";
}

function Way({ effect, children }: { effect: string; children: ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-3 py-4 first:pt-0 last:pb-0 sm:flex-row sm:justify-between sm:gap-6">
      <p className="text-small text-ink-soft">{effect}</p>
      <span className="shrink-0">{children}</span>
    </li>
  );
}
