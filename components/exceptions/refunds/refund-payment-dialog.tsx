"use client";

import { useState } from "react";
import { AddressField } from "@/components/exceptions/refunds/address-field";
import { amountOf, firstShare, type RefundShare } from "@/components/exceptions/refunds/refund-choice";
import { RefundFigures, RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import { useRefund } from "@/components/exceptions/refunds/use-refund";
import { useRefundPreview } from "@/components/exceptions/refunds/use-refund-preview";
import { AskDialog } from "@/components/ui/ask-dialog";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import type { Choice } from "@/components/ui/select-field";
import type { FormPart } from "@/components/ui/use-checked-form";
import type { InvoiceRefundsView } from "@/lib/exceptions/refunds/dashboard-schema";
import { moneyText } from "@/lib/kernel/money/format";

export type RefundPaymentDialogProps = {
  readonly invoiceId: string;
  readonly terms: InvoiceRefundsView;
  readonly onClose: () => void;
};

const FEE_BEARERS = [
  { value: "payer", label: "deducted from the amount" },
  { value: "merchant", label: "added to the amount, paid by you" },
] as const;

type Form = {
  readonly address: string;
  readonly share: RefundShare;
  /** The custom amount, if the share is `other`. */
  readonly typed: string;
  readonly feeBearer: "payer" | "merchant";
};

/**
 * Refunds all or part of a payment; shows the cost first, and asks for confirmation with the exact
 * effect.
 */
export function RefundPaymentDialog({ invoiceId, terms, onClose }: RefundPaymentDialogProps) {
  const [form, setForm] = useState<Form>({ address: "", share: firstShare(terms), typed: "", feeBearer: "payer" });
  const target = { kind: "invoice", id: invoiceId } as const;
  const { address, share, typed, feeBearer } = form;
  const amount = amountOf(share, typed, terms);
  const body = amount === null ? null : { address, amount, isFeeOnTop: feeBearer === "merchant" };
  const state = useRefundPreview(target, address.trim() === "" ? null : body);
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
      description="The coin that was paid is sent to the address below from your balance. The commission of the payment is not refunded."
      noWayBack="Signed transactions can't be cancelled."
      staysOnOutsideClick={order.isPending}
      act="Refund payment"
      tone="danger"
      isBlocked={!isReady}
      isBusy={order.isPending || order.isSuccess}
      failure={order.error?.message}
      by={{ onAct: () => body && order.mutate(body) }}
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
        blank="Enter an address and an amount to see what arrives and what it costs."
      />
      <RefundWarnings state={state} />
    </AskDialog>
  );
}

type AmountFieldsProps = Omit<FormPart<Form>, "wrong"> & {
  readonly terms: InvoiceRefundsView;
  readonly error: string | undefined;
};

function AmountFields({ form, change, terms, error }: AmountFieldsProps) {
  const { remaining, surplus, currency } = terms;
  const isTyped = form.share === "other";
  const shares: readonly Choice<RefundShare>[] = [
    ...(surplus === null ? [] : [{ value: "surplus" as const, label: `Surplus, ${moneyText(surplus, currency)}` }]),
    { value: "everything", label: `Everything, ${moneyText(remaining, currency)}` },
    { value: "other", label: "Another amount" },
  ];
  const fields: FormField<Form>[] = [
    { name: "share", kind: "choice", label: "Refund", choices: shares },
    { name: "feeBearer", kind: "choice", label: "Fee", choices: FEE_BEARERS },
  ];
  if (isTyped) {
    const hint = `Up to ${moneyText(remaining, currency)}.`;
    fields.push({ name: "typed", kind: "amount", label: `Amount in ${currency}`, hint });
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormFields
        form={form}
        wrong={error === undefined ? {} : { [isTyped ? "typed" : "share"]: error }}
        change={change}
        fields={fields}
      />
    </div>
  );
}
