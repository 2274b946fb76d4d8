"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { INTERVAL_WORDS } from "@/components/money-in/recurrences/recurrence-words";
import { StopNote, useStopped } from "@/components/people/standing/stop-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { OrderIdField, WebhookField } from "@/components/ui/order-fields";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
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

const INTERVALS = RECURRENCE_INTERVALS.map((value) => ({ value, label: INTERVAL_WORDS[value] }));

/** A plan that a customer accepts once. */
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
      <Card title="Each payment">
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
          <ReferenceFields {...part} />
        </div>
      </Card>
      <StopNote of="payments" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess} disabled={isStopped}>
          Create recurring payment
        </Button>
      </div>
    </form>
  );
}

function PriceFields({ form, wrong, change, options }: Part) {
  const isFiat = options.currencies.find(({ code }) => code === form.currency)?.isFiat ?? true;
  return (
    <>
      <TextField
        label="Name"
        hint="What it is for. Your customer sees it."
        placeholder="Tea club"
        error={wrong["name"]}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <SelectField
        label="How often"
        error={wrong["interval"]}
        value={form.interval}
        choices={INTERVALS}
        onChange={(interval) => change({ interval })}
      />
      <TextField
        label="Amount"
        kind="amount"
        placeholder="15.00"
        error={wrong["amount"]}
        value={form.amount}
        onChange={(amount) => change({ amount })}
      />
      <SelectField
        label="Currency"
        error={wrong["currency"]}
        value={form.currency}
        choices={options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        onChange={(currency) => change({ currency, coin: "" })}
      />
      {isFiat && (
        <SelectField
          label="Paid with"
          error={wrong["coin"]}
          value={form.coin}
          choices={[
            { value: "", label: "Payer chooses" },
            ...options.coins.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
          ]}
          onChange={(coin) => change({ coin })}
        />
      )}
    </>
  );
}

function DiscountFields({ form, wrong, change }: Part) {
  return (
    <>
      <TextField
        label="Days"
        kind="whole"
        isOptional
        hint="Payments of periods that begin within so many days of the acceptance cost less."
        error={wrong["discountDays"]}
        value={form.discountDays}
        onChange={(discountDays) => change({ discountDays })}
      />
      <TextField
        label="Less by"
        kind="amount"
        isOptional
        hint={`In ${form.currency}, less than the amount.`}
        error={wrong["discountAmount"]}
        value={form.discountAmount}
        onChange={(discountAmount) => change({ discountAmount })}
      />
    </>
  );
}

function ReferenceFields({ form, wrong, change }: Part) {
  const part = { form, wrong, change };
  return (
    <>
      <OrderIdField {...part} hint="Your own name for it. All its payments carry it." />
      <WebhookField {...part} hint="Called for each payment and each change of the plan, signed." />
      <TextField
        label="Additional data"
        isOptional
        hint="Only visible to you; payers never see it."
        error={wrong["additionalData"]}
        value={form.additionalData}
        onChange={(additionalData) => change({ additionalData })}
      />
    </>
  );
}
