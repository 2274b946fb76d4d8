"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { INTERVAL_LABELS } from "@/components/money-in/recurrences/recurrence-labels";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { ADDITIONAL_DATA, ORDER_ID, WEBHOOK } from "@/components/ui/order-fields";
import { type FormPart, useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
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

const INTERVALS = RECURRENCE_INTERVALS.map((value) => ({ value, label: INTERVAL_LABELS[value] }));

const REFERENCE: readonly FormField<Form>[] = [
  { ...ORDER_ID, hint: "Your own reference. All payments of the plan have it." },
  { ...WEBHOOK, hint: "Receives a signed event for each payment and each change of the plan." },
  ADDITIONAL_DATA,
];

/** Creates a plan that a customer accepts once. */
export function NewRecurrenceForm({ options }: { options: InvoiceOptions }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(
    newRecurrenceInput,
    () => BLANK_RECURRENCE,
  );
  const create = useMutation({
    mutationFn: (checked: Form) => rpc.recurrences.create.mutate(checked),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      toast.success("The recurring payment is ready to be accepted.");
      router.push(routes.recurrence(id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: create.isSuccess });
  const isStopped = useStopped("payments");
  const part = { form, wrong, change, options };
  return (
    <form onSubmit={submitTo((checked) => create.mutate(checked))} noValidate className="flex flex-col gap-5">
      {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
      <Card title="Payment">
        <div className="grid gap-4 sm:grid-cols-2">
          <PriceFields {...part} />
        </div>
      </Card>
      <Card title="Discount">
        <div className="grid gap-4 sm:grid-cols-2">
          <DiscountFields {...part} />
        </div>
      </Card>
      <Card title="Reference">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={REFERENCE} />
        </div>
      </Card>
      <RestrictionNote of="payments" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess} disabled={isStopped}>
          Create recurring payment
        </Button>
      </div>
    </form>
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
