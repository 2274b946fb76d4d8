"use client";

import { useState } from "react";
import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { creditOperatorCase } from "@/lib/client/operator-cases";
import type { OperatorCaseGroup, OperatorCaseView } from "@/lib/operations/cases-schema";

export type MerchantChoice = { readonly id: string; readonly name: string };

const WORDS: Readonly<Record<OperatorCaseGroup, { title: string; effect: string; button: string; done: string }>> = {
  unowned: {
    title: "Credit this payment?",
    effect: "The balance of the merchant that you choose rises by it, less the commission.",
    button: "Credit it",
    done: "Credited.",
  },
  locked: {
    title: "Release this payment?",
    effect:
      "It counts from now on as if no list had named its sender: for its invoice or wallet, or as a case of its merchant.",
    button: "Release it",
    done: "Released.",
  },
};

export type CreditCaseDialogProps = {
  readonly row: OperatorCaseView;
  readonly merchants: readonly MerchantChoice[];
  readonly onClose: () => void;
};

/** Asks once, in the words of what will happen. */
export function CreditCaseDialog({ row, merchants, onClose }: CreditCaseDialogProps) {
  const words = WORDS[row.group];
  const needsMerchant = row.group === "unowned";
  const [merchantId, setMerchantId] = useState("");
  const credit = useCommand(creditOperatorCase, { done: words.done, onDone: onClose });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={words.effect}
      footer={
        <>
          <Button onClick={onClose}>Leave it for now</Button>
          <Button
            variant="primary"
            onClick={() => credit.mutate({ id: row.id, ...(needsMerchant && { merchantId }) })}
            isBusy={credit.isPending}
            disabled={needsMerchant && merchantId === ""}
          >
            {words.button}
          </Button>
        </>
      }
    >
      {credit.error && <Notice tone="wrong">{credit.error.message}</Notice>}
      <p>
        <Money amount={row.amount} currency={row.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">on {row.networkName}</span>
      </p>
      {needsMerchant && (
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
