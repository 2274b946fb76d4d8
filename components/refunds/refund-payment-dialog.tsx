"use client";

import { useState } from "react";
import { AddressField } from "@/components/refunds/address-field";
import { RefundFigures, RefundWarnings } from "@/components/refunds/refund-figures";
import { useRefund } from "@/components/refunds/use-refund";
import { useRefundPreview } from "@/components/refunds/use-refund-preview";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { trimZeros } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { groupDigits } from "@/lib/money/format";
import type { InvoiceRefundsView } from "@/lib/refunds/dashboard-schema";

export type RefundPaymentDialogProps = {
  readonly invoiceId: string;
  readonly terms: InvoiceRefundsView;
  readonly onClose: () => void;
};

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
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Refund this payment?"
      description="The coin that was paid goes to the address below, out of your balance. The commission of the payment is not given back. Once it is signed nobody can call it back."
      staysOnOutsideClick={order.isPending}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="danger" onClick={() => order.mutate(form)} isBusy={order.isPending} disabled={!isReady}>
            Send it back
          </Button>
        </>
      }
    >
      {order.error && <Notice tone="wrong">{order.error.message}</Notice>}
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
    </Dialog>
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
      <Field
        label={`Amount in ${terms.currency}`}
        isOptional
        hint={`Left empty: all that is left, ${rest}.`}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={(event) => change({ amount: event.target.value })}
            className="tabular-nums"
          />
        )}
      </Field>
      <Field label="The fee">
        {(control) => (
          <Select
            {...control}
            value={form.isFeeOnTop ? "merchant" : "payer"}
            onChange={(event) => change({ isFeeOnTop: event.target.value === "merchant" })}
          >
            <option value="payer">is taken out of the amount</option>
            <option value="merchant">is added, you bear it</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
