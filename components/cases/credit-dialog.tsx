"use client";

import { KIND_WORDS } from "@/components/cases/case-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money";
import type { CaseRowView } from "@/lib/cases/dashboard-schema";
import { creditCase } from "@/lib/client/cases";

export type CreditDialogProps = { readonly row: CaseRowView; readonly onClose: () => void };

/** Decides a case in the merchant's favour. */
export function CreditDialog({ row, onClose }: CreditDialogProps) {
  return (
    <ConfirmDialog
      title="Credit this payment?"
      description={KIND_WORDS[row.kind].effect}
      leave="Leave it for now"
      act="Credit it"
      send={() => creditCase(row.id)}
      done="Credited."
      onClose={onClose}
    >
      <p>
        <Money amount={row.amount} currency={row.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">on {row.networkName}</span>
      </p>
      <p className="text-small text-ink-soft">This cannot be undone here.</p>
    </ConfirmDialog>
  );
}
