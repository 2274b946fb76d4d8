"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money";
import { SelectField } from "@/components/ui/select-field";
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

/** Decides a case in favour of whoever is credited; there is no way back here. */
export function CreditCaseDialog({ row, merchants, onClose }: CreditCaseDialogProps) {
  const words = WORDS[row.group];
  const needsMerchant = row.group === "unowned";
  const [merchantId, setMerchantId] = useState("");
  return (
    <ConfirmDialog
      title={words.title}
      description={words.effect}
      leave="Leave it for now"
      act={words.button}
      isBlocked={needsMerchant && merchantId === ""}
      send={() => creditOperatorCase({ id: row.id, ...(needsMerchant && { merchantId }) })}
      done={words.done}
      onClose={onClose}
    >
      <p>
        <Money amount={row.amount} currency={row.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">on {row.networkName}</span>
      </p>
      {needsMerchant && (
        <SelectField
          label="Merchant"
          blank="Choose a merchant"
          value={merchantId}
          choices={merchants.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setMerchantId}
        />
      )}
      <p className="text-small text-ink-soft">This cannot be undone here.</p>
    </ConfirmDialog>
  );
}
