"use client";

import { useState } from "react";
import { AddressField } from "@/components/refunds/address-field";
import { RefundFigures, RefundWarnings } from "@/components/refunds/refund-figures";
import { useRefund } from "@/components/refunds/use-refund";
import { useRefundPreview } from "@/components/refunds/use-refund-preview";
import { AskDialog } from "@/components/ui/ask-dialog";
import { trimZeros } from "@/components/ui/money";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { groupDigits } from "@/lib/money/format";
import type { InvoiceRefundsView } from "@/lib/refunds/dashboard-schema";

export type RefundPaymentDialogProps = {
  readonly invoiceId: string;
  readonly terms: InvoiceRefundsView;
  readonly onClose: () => void;
};

const FEE_BEARERS = [
  { value: "payer", label: "is taken out of the amount" },
  { value: "merchant", label: "is added, you bear it" },
] as const;

type Form = { readonly address: string; readonly amount: string; readonly isFeeOnTop: boolean };

/** Sends a payment, or a part of it, back; says what it costs before, and asks in the words of what will happen. */
export function RefundPaymentDialog({ invoiceId, terms, onClose }: RefundPaymentDialogProps) {
  const [form, setForm] = useState<Form>({ address: "", amount: "", isFeeOnTop: false });
  const target = { kind: "invoice", id: invoiceId } as const;
  const state = useRefundPreview(target, form.address.trim() === "" ? null : form);
  const { order, fields } = useRefund(target, onClose);
  const change = (part: Partial<Form>) => {
    order.reset();
    setForm((before) => ({ ...before, ...part }));
  };
  const wrong = { ...(state.kind === "refused" ? state.fields : {}), ...fields };
  const isReady = state.kind === "known" && state.preview.missing === null;
  return (
    <AskDialog
      title="Refund this payment?"
      description="The coin that was paid goes to the address below, out of your balance. The commission of the payment is not given back."
      noWayBack="Once it is signed nobody can call it back."
      staysOnOutsideClick={order.isPending}
      leave="Not now"
      act="Send it back"
      tone="danger"
      isBlocked={!isReady}
      isBusy={order.isPending || order.isSuccess}
      failure={order.error?.message}
      by={{ onAct: () => order.mutate(form) }}
      onClose={onClose}
    >
      <AddressField
        value={form.address}
        onChange={(address) => change({ address })}
        error={wrong["address"]}
        networkName={terms.networkName}
        suggested={terms.suggestedAddress}
      />
      <AmountFields form={form} change={change} terms={terms} error={wrong["amount"]} />
      <RefundFigures
        state={state}
        source="From your balance"
        blank="Give an address to see what arrives and what it costs."
      />
      <RefundWarnings state={state} />
    </AskDialog>
  );
}

type AmountFieldsProps = {
  readonly form: Form;
  readonly change: (part: Partial<Form>) => void;
  readonly terms: InvoiceRefundsView;
  readonly error: string | undefined;
};

function AmountFields({ form, change, terms, error }: AmountFieldsProps) {
  const rest = `${groupDigits(trimZeros(terms.rest))} ${terms.currency}`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={`Amount in ${terms.currency}`}
        kind="amount"
        isOptional
        hint={`Left empty: all that is left, ${rest}.`}
        error={error}
        value={form.amount}
        onChange={(amount) => change({ amount })}
      />
      <SelectField
        label="The fee"
        value={form.isFeeOnTop ? "merchant" : "payer"}
        choices={FEE_BEARERS}
        onChange={(bearer) => change({ isFeeOnTop: bearer === "merchant" })}
      />
    </div>
  );
}
