"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OPERATOR_CASE_TEXTS } from "@/components/operator/cases/case-labels";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import type { OperatorCaseView, UnownedCreditPreview } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type MerchantChoice = { readonly id: string; readonly name: string };

export type CreditCaseDialogProps = {
  readonly row: OperatorCaseView;
  readonly merchants: readonly MerchantChoice[];
  readonly onClose: () => void;
};

/** Credits a case to its beneficiary; this cannot be undone here. */
export function CreditCaseDialog({ row, merchants, onClose }: CreditCaseDialogProps) {
  return row.group === "locked" ? (
    <ConfirmDialog
      title="Release this payment?"
      description={OPERATOR_CASE_TEXTS.locked.creditEffect}
      act="Release payment"
      send={() => rpc.operator.cases.credit.mutate({ id: row.id })}
      done="Payment released."
      onClose={onClose}
    >
      <Held row={row} />
      {row.verdict?.lists.map(({ list, version, note }) => (
        <p key={`${list} ${version}`} className="break-words text-small">
          Listed in {list}, version {version}
          {note !== "" && `: ${note}`}
        </p>
      ))}
      <CannotBeUndone />
    </ConfirmDialog>
  ) : (
    <CreditToMerchant row={row} merchants={merchants} onClose={onClose} />
  );
}

function CreditToMerchant({ row, merchants, onClose }: CreditCaseDialogProps) {
  const [merchantId, setMerchantId] = useState("");
  const preview = useQuery(
    rpc.operator.cases.creditPreview.queryOptions(
      { id: row.id, merchantId },
      { enabled: merchantId !== "", retry: false },
    ),
  );
  const known = preview.error === null ? preview.data : undefined;
  return (
    <ConfirmDialog
      title="Credit this payment?"
      description="Nothing on the chain says whose it is: ask for proof, such as the transaction in the sender's own wallet."
      act="Credit payment"
      isBlocked={known === undefined}
      send={() => rpc.operator.cases.credit.mutate({ id: row.id, merchantId })}
      done="Payment credited."
      onClose={onClose}
    >
      <Held row={row} />
      <SelectField
        label="Merchant"
        blank="Choose a merchant"
        error={preview.error?.message}
        value={merchantId}
        choices={merchants.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setMerchantId}
      />
      {known && <Outcome preview={known} />}
      <CannotBeUndone />
    </ConfirmDialog>
  );
}

function Outcome({
  preview: { amount, commission, credited, currency, convertedTo },
}: {
  preview: UnownedCreditPreview;
}) {
  return (
    <>
      <div aria-live="polite" className="rounded-control bg-sunken p-3.5">
        <DefinitionList
          items={[
            { term: "Held", value: <Money amount={amount} currency={currency} /> },
            {
              term: "Commission",
              value: <Money amount={commission} currency={currency} />,
              note: "Goes to the gateway.",
            },
            { term: "Credited", value: <Money amount={credited} currency={currency} size="large" /> },
          ]}
        />
      </div>
      {convertedTo !== null && (
        <Notice tone="waiting">
          The merchant's conversion of {currency} is on: it becomes {convertedTo} immediately, at the current rate.
        </Notice>
      )}
    </>
  );
}

function Held({ row }: { row: OperatorCaseView }) {
  return (
    <p>
      <Money amount={row.amount} currency={row.currency} size="large" />{" "}
      <span className="text-small text-ink-soft">on {row.networkName}</span>
    </p>
  );
}

function CannotBeUndone() {
  return <p className="text-small text-ink-soft">This can't be undone here.</p>;
}
