"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { CoinFields } from "@/components/invoices/coin-fields";
import type { FormPart } from "@/components/invoices/form-part";
import { LinkFields } from "@/components/invoices/link-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { OrderIdField } from "@/components/ui/order-fields";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { createInvoice, invoiceQueries } from "@/lib/client/invoices";
import { routes } from "@/lib/client/routes";
import {
  type NewInvoiceForm as Form,
  type InvoiceOptions,
  LIFETIME_CHOICES,
  LIFETIME_DEFAULT,
  newInvoiceInput,
} from "@/lib/invoices/new-invoice-schema";

const BLANK: Form = {
  amount: "",
  currency: "USD",
  orderId: "",
  coin: "",
  network: "",
  lifetimeSeconds: LIFETIME_DEFAULT,
  urlCallback: "",
  urlReturn: "",
  urlSuccess: "",
  additionalData: "",
};

const LIFETIMES = LIFETIME_CHOICES.map((seconds) => ({ value: String(seconds), label: lifetimeWords(seconds) }));

/** Asks for an amount; everything else has a sensible default. */
export function NewInvoiceForm({ options }: { options: InvoiceOptions }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newInvoiceInput, () => BLANK);
  const create = useMutation({
    mutationFn: createInvoice,
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: invoiceQueries.all });
      toast.success("The invoice is ready to be paid.");
      router.push(routes.invoice(id));
    },
    onError: showFailure,
  });
  const part = { form, wrong, change };
  return (
    <form onSubmit={submitTo((checked) => create.mutate(checked))} noValidate className="flex flex-col gap-5">
      {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
      <Card title="What is to be paid">
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountFields {...part} options={options} />
          <CoinFields {...part} options={options} />
        </div>
      </Card>
      <Card title="The order">
        <div className="grid gap-4 sm:grid-cols-2">
          <OrderFields {...part} />
        </div>
      </Card>
      <LinkFields {...part} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess}>
          Create invoice
        </Button>
      </div>
    </form>
  );
}

function AmountFields({ form, wrong, change, options }: FormPart & { options: InvoiceOptions }) {
  return (
    <>
      <TextField
        label="Amount"
        kind="amount"
        placeholder="25.00"
        error={wrong["amount"]}
        value={form.amount}
        onChange={(amount) => change({ amount })}
      />
      <SelectField
        label="Currency"
        error={wrong["currency"]}
        value={form.currency}
        choices={options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
        onChange={(currency) => change({ currency, coin: "", network: "" })}
      />
    </>
  );
}

function OrderFields({ form, wrong, change }: FormPart) {
  return (
    <>
      <OrderIdField form={form} wrong={wrong} change={change} />
      <SelectField
        label="Time to pay"
        error={wrong["lifetimeSeconds"]}
        value={String(form.lifetimeSeconds)}
        choices={LIFETIMES}
        onChange={(seconds) => change({ lifetimeSeconds: Number.parseInt(seconds, 10) })}
      />
      <TextField
        label="Additional data"
        isOptional
        hint="For you alone; payers never see it."
        error={wrong["additionalData"]}
        value={form.additionalData}
        onChange={(additionalData) => change({ additionalData })}
      />
    </>
  );
}

function lifetimeWords(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}
