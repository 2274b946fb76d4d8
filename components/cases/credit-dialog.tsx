"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { KIND_WORDS } from "@/components/cases/case-words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import type { CaseRowView } from "@/lib/cases/dashboard-schema";
import { creditCase } from "@/lib/client/cases";

export type CreditDialogProps = { readonly row: CaseRowView; readonly onClose: () => void };

/** Asks once, in the words of what will happen. */
export function CreditDialog({ row, onClose }: CreditDialogProps) {
  const queries = useQueryClient();
  const credit = useMutation({
    mutationFn: () => creditCase(row.id),
    onSuccess: async () => {
      toast.success("Credited.");
      onClose();
      // A decision moves the balance, the invoice and the overview as well.
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Credit this payment?"
      description={KIND_WORDS[row.kind].effect}
      footer={
        <>
          <Button onClick={onClose}>Leave it for now</Button>
          <Button variant="primary" onClick={() => credit.mutate()} isBusy={credit.isPending}>
            Credit it
          </Button>
        </>
      }
    >
      {credit.error && <Notice tone="wrong">{credit.error.message}</Notice>}
      <p>
        <Money amount={row.amount} currency={row.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">on {row.networkName}</span>
      </p>
      <p className="text-small text-ink-soft">This cannot be undone here.</p>
    </Dialog>
  );
}
