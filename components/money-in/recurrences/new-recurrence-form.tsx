"use client";

import { INTERVAL_LABELS } from "@/components/money-in/recurrences/recurrence-labels";
import { CreateForm, useCreateForm } from "@/components/people/restrictions/create-form";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { ADDITIONAL_DATA, ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import type { FormPart } from "@/components/ui/use-checked-form";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvoiceOptions } from "@/lib/money-in/invoices/new-invoice-schema";
import {
  BLANK_RECURRENCE,
  type NewRecurrenceForm as Form,
  newRecurrenceInput,
} from "@/lib/money-in/recurrences/dashboard-schema";
import { RECURRENCE_INTERVALS } from "@/lib/money-in/recurrences/status";

type Part = FormPart<Form> & { readonly options: InvoiceOptions };

const INTERVALS = RECURRENCE_INTERVALS.map((value) => {
  const label = INTERVAL_LABELS[value];
  return { value, label: `${label.charAt(0).toUpperCase()}${label.slice(1)}` };
});

const REFERENCE: readonly FormField<Form>[] = [
  { ...ORDER_ID, hint: "Your own reference. All payments of the plan have it." },
  { ...WEBHOOK, hint: "Receives a signed event for each payment and each change of the plan." },
  ADDITIONAL_DATA,
];

/** Creates a plan that a customer accepts once. */
export function NewRecurrenceForm({ options }: { options: InvoiceOptions }) {
  const create = useCreateForm<Form>(newRecurrenceInput, () => BLANK_RECURRENCE, {
    send: (checked) => rpc.recurrences.create.mutate(checked),
    done: "The recurring payment is ready to be accepted.",
    pathOf: routes.recurrence,
  });
  const part = { ...create, options };
  return (
    <CreateForm command={create} label="Create recurring payment">
      <Card title="Payment" isGrid>
        <PriceFields {...part} />
      </Card>
      <Card title="Discount" isGrid>
        <DiscountFields {...part} />
      </Card>
      <Card title="Reference" isGrid>
        <FormFields {...part} fields={REFERENCE} />
      </Card>
    </CreateForm>
  );
}

function PriceFields({ options, ...part }: Part) {
  const { currency } = part.form;
  const isFiat = options.currencies.find(({ code }) => code === currency)?.isFiat ?? true;
  const fields: FormField<Form>[] = [
    { name: "name", label: "Name", hint: "Shown to your customer.", placeholder: "Tea club" },
    { name: "interval", kind: "choice", label: "How often", choices: INTERVALS },
    { name: "amount", kind: "amount", label: "Amount", placeholder: "15.00" },
    {
      name: "currency",
      kind: "choice",
      label: "Currency",
      choices: options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      alsoChange: () => ({ coin: "" }),
    },
  ];
  if (isFiat) {
    const coins = options.coins.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));
    const choices = [{ value: "", label: "Payer chooses" }, ...coins];
    fields.push({ name: "coin", kind: "choice", label: "Paid with", choices });
  }
  return <FormFields {...part} fields={fields} />;
}

function DiscountFields(part: FormPart<Form>) {
  return (
    <FormFields
      {...part}
      fields={[
        {
          name: "discountDays",
          kind: "whole",
          label: "Days",
          isOptional: true,
          hint: "Applies to periods that begin within this many days of acceptance.",
        },
        {
          name: "discountAmount",
          kind: "amount",
          label: "Discount amount",
          isOptional: true,
          hint: `In ${part.form.currency}, less than the amount.`,
        },
      ]}
    />
  );
}
