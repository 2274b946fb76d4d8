"use client";

import type { CaseDecision } from "@/components/exceptions/cases/case-board";
import { CreditDialog } from "@/components/exceptions/cases/credit-dialog";
import { RefundCaseDialog } from "@/components/exceptions/cases/refund-case-dialog";
import { DecideRequestDialog } from "@/components/exceptions/refund-requests/decide-request-dialog";
import type { CaseListRow } from "@/lib/exceptions/case-list/dashboard-schema";

export type HowDecided = "credit" | "refund" | "approve" | "refuse";

export type CaseDecisionDialogProps = CaseDecision<CaseListRow, HowDecided> & { readonly onClose: () => void };

/** Confirms a decision about a case or a refund request. */
export function CaseDecisionDialog({ row, how, onClose }: CaseDecisionDialogProps) {
  if (row.of === "request")
    return <DecideRequestDialog row={row} decision={how === "refuse" ? "refuse" : "approve"} onClose={onClose} />;
  return how === "credit" ? (
    <CreditDialog row={row} onClose={onClose} />
  ) : (
    <RefundCaseDialog row={row} onClose={onClose} />
  );
}
