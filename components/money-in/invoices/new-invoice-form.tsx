"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { CoinFields } from "@/components/money-in/invoices/coin-fields";
import type { FormPart } from "@/components/money-in/invoices/form-part";
import { InvoicePreview } from "@/components/money-in/invoices/invoice-preview";
import { LinkFields } from "@/components/money-in/invoices/link-fields";
import { MoreOptions } from "@/components/money-in/invoices/more-options";
import { useInvoicePreview } from "@/components/money-in/invoices/use-invoice-preview";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { ADDITIONAL_DATA, ORDER_ID } from "@/components/ui/order-fields";
import { SelectField } from "@/components/ui/select-field";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { useWide } from "@/components/ui/use-wide";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { Locale } from "@/lib/kernel/locales/locales";
import {
  BLANK_INVOICE,
  type NewInvoiceForm as Form,
  type InvoiceOptions,
  LIFETIME_CHOICES,
  newInvoiceInput,
} from "@/lib/money-in/invoices/new-invoice-schema";

const LIFETIMES = LIFETIME_CHOICES.map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) }));

/** Requires only an amount; everything else has a default. */
export function NewInvoiceForm({ options }: { options: InvoiceOptions }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newInvoiceInput, () => BLANK_INVOICE);
  const create = useMutation({
    mutationFn: (checked: Form) => rpc.invoices.create.mutate(checked),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      toast.success("The invoice is ready for payment.");
      router.push(routes.invoice(id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: create.isSuccess });
  const isStopped = useStopped("payments");
  const preview = usePreviewPanel(form);
  const refusals = preview.state.kind === "refused" ? preview.state.fields : {};
  const part = { form, wrong: { ...refusals, ...wrong }, change };
  return (
    <form
      onSubmit={submitTo((checked) => create.mutate(checked))}
      noValidate
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="flex min-w-0 flex-col gap-5">
        {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
        <FormCards {...part} options={options} />
        <RestrictionNote of="payments" />
        <div className="flex justify-end gap-2">
          <Button className="lg:hidden" aria-expanded={preview.isSeen} onClick={preview.toggle}>
            Preview
          </Button>
          <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess} disabled={isStopped}>
            Create invoice
          </Button>
        </div>
      </div>
      {preview.isSeen && (
        <div className="min-w-0 lg:sticky lg:top-5">
          <InvoicePreview {...preview} />
        </div>
      )}
    </form>
  );
}

/** Beside the form if there is room, else behind a button. */
function usePreviewPanel(form: Form) {
  const isWide = useWide();
  const [isOpen, setOpen] = useState(false);
  const [language, setLanguage] = useState<Locale>("en");
  const isSeen = isWide || isOpen;
  const state = useInvoicePreview(form, language, isSeen);
  return { isSeen, toggle: () => setOpen(!isOpen), state, language, onLanguage: setLanguage };
}

function FormCards({ options, ...part }: FormPart & { options: InvoiceOptions }) {
  return (
    <>
      <Card title="Amount">
        <div className="grid gap-4 sm:grid-cols-2">
          <AmountFields {...part} options={options} />
          <CoinFields {...part} options={options} />
        </div>
      </Card>
      <Card title="Reference">
        <div className="grid gap-4 sm:grid-cols-2">
          <OrderFields {...part} />
        </div>
      </Card>
      <LinkFields {...part} />
      <MoreOptions {...part} options={options} />
    </>
  );
}

function AmountFields({ options, ...part }: FormPart & { options: InvoiceOptions }) {
  return (
    <FormFields
      {...part}
      fields={[
        { name: "amount", kind: "amount", label: "Amount", placeholder: "25.00" },
        {
          name: "currency",
          kind: "choice",
          label: "Currency",
          choices: options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
          alsoChange: () => ({ coin: "", network: "" }),
        },
      ]}
    />
  );
}

function OrderFields(part: FormPart) {
  const { form, wrong, change } = part;
  return (
    <>
      <FormFields {...part} fields={[ORDER_ID]} />
      <SelectField
        label="Time to pay"
        error={wrong["lifetimeSeconds"]}
        value={String(form.lifetimeSeconds)}
        choices={LIFETIMES}
        onChange={(seconds) => change({ lifetimeSeconds: Number.parseInt(seconds, 10) })}
      />
      <FormFields {...part} fields={[ADDITIONAL_DATA]} />
    </>
  );
}

function lifetimeText(seconds: number): string {
  const minutes = seconds / 60;
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}
