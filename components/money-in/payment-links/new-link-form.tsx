"use client";

import { LimitFields } from "@/components/money-in/payment-links/limit-fields";
import { CreateForm, useCreateForm } from "@/components/people/restrictions/create-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { WEBHOOK } from "@/components/ui/order-fields";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import { BLANK_LINK, type NewLinkForm as Form, newLinkInput } from "@/lib/money-in/payment-links/dashboard-schema";
import type { PayerQuestion } from "@/lib/money-in/payment-links/questions";

const QUESTIONS: readonly { value: PayerQuestion; label: string }[] = [
  { value: "no", label: "Don't ask" },
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
];

const PAYER: readonly FormField<Form>[] = [
  { name: "emailQuestion", kind: "choice", label: "E-mail address", choices: QUESTIONS },
  { name: "noteQuestion", kind: "choice", label: "Note to you", choices: QUESTIONS },
  { ...WEBHOOK, hint: "Receives the webhooks of every invoice of this link.", isWide: true },
];

/** Creates a payment link. */
export function NewLinkForm({ options }: { options: InvoiceOptions }) {
  const create = useCreateForm<Form>(newLinkInput, () => BLANK_LINK, {
    send: (checked) => rpc.paymentLinks.create.mutate(checked),
    done: "The payment link is ready.",
    pathOf: routes.paymentLink,
  });
  return (
    <CreateForm command={create} label="Create payment link">
      <Card title="Offer" isGrid>
        <FormFields {...create} fields={offerFields(create.form, options)} />
      </Card>
      <Card title="Limits" isGrid>
        <LimitFields part={create} />
      </Card>
      <Card title="Payer" isGrid>
        <FormFields {...create} fields={PAYER} />
      </Card>
    </CreateForm>
  );
}

/** Bounds belong to an amount that the payer enters, a quantity to a fixed one. */
function offerFields({ amount, currency }: Form, options: InvoiceOptions): readonly FormField<Form>[] {
  const common: readonly FormField<Form>[] = [
    { name: "title", label: "Title", hint: "What the payment is for. Shown to payers.", placeholder: "Tea, 100 g" },
    {
      name: "name",
      label: "Name in the URL",
      hint: "The URL ends with /l/ and this name. It can't be changed later.",
      placeholder: "green-tea",
    },
    {
      name: "amount",
      kind: "amount",
      label: "Amount",
      isOptional: true,
      hint: "Leave empty to let the payer enter it.",
      placeholder: "15.00",
    },
    {
      name: "currency",
      kind: "choice",
      label: "Currency",
      choices: options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
    },
  ];
  if (amount !== "")
    return [
      ...common,
      {
        name: "quantityMax",
        kind: "whole",
        label: "Maximum quantity",
        isOptional: true,
        hint: "Pieces per order. If empty, an order is one piece.",
      },
    ];
  const bound = { kind: "amount", isOptional: true, hint: `In ${currency}.` } as const;
  return [
    ...common,
    { ...bound, name: "amountMin", label: "Minimum amount" },
    { ...bound, name: "amountMax", label: "Maximum amount" },
  ];
}
