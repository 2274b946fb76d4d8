"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { KIND_WORDS } from "@/components/cases/case-words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import type { CaseRowView } from "@/lib/cases/dashboard-schema";
import { type CaseScope, creditCase } from "@/lib/client/cases";

export type MerchantChoice = { readonly id: string; readonly name: string };

export type CreditDialogProps = {
  readonly scope: CaseScope;
  readonly row: CaseRowView;
  readonly merchants: readonly MerchantChoice[] | undefined;
  readonly onClose: () => void;
};

/** Asks once, in the words of what will happen. */
export function CreditDialog({ scope, row, merchants, onClose }: CreditDialogProps) {
  const queries = useQueryClient();
  const [merchantId, setMerchantId] = useState("");
  const credit = useMutation({
    mutationFn: () => creditCase(scope, { id: row.id, ...(merchantId && { merchantId }) }),
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
          <Button
            variant="primary"
            onClick={() => credit.mutate()}
            isBusy={credit.isPending}
            disabled={merchants !== undefined && merchantId === ""}
          >
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
      {merchants && (
        <Field label="Merchant">
          {(control) => (
            <Select {...control} value={merchantId} onChange={(event) => setMerchantId(event.target.value)}>
              <option value="">Choose a merchant</option>
              {merchants.map((merchant) => (
                <option key={merchant.id} value={merchant.id}>
                  {merchant.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <p className="text-small text-ink-soft">This cannot be undone here.</p>
    </Dialog>
  );
}
