"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { LimitFields } from "@/components/money-in/payment-links/limit-fields";
import { RestrictionNote, useStopped } from "@/components/people/restrictions/restriction-note";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { WEBHOOK } from "@/components/ui/order-fields";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
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
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(newLinkInput, () => BLANK_LINK);
  const create = useMutation({
    mutationFn: (checked: Form) => rpc.paymentLinks.create.mutate(checked),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries();
      toast.success("The payment link is on sale.");
      router.push(routes.paymentLink(id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: create.isSuccess });
  const isStopped = useStopped("payments");
  const part = { form, wrong, change };
  return (
    <form onSubmit={submitTo((checked) => create.mutate(checked))} noValidate className="flex flex-col gap-5">
      {create.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{create.error.message}</Notice>}
      <Card title="Offer">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={offerFields(form, options)} />
        </div>
      </Card>
      <Card title="Limits">
        <div className="grid gap-4 sm:grid-cols-2">
          <LimitFields part={part} />
        </div>
      </Card>
      <Card title="Payer">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={PAYER} />
        </div>
      </Card>
      <RestrictionNote of="payments" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={create.isPending || create.isSuccess} disabled={isStopped}>
          Create payment link
        </Button>
      </div>
    </form>
  );
}

/** Bounds belong to an amount that the payer enters, a quantity to a fixed one. */
function offerFields({ amount, currency }: Form, options: InvoiceOptions): readonly FormField<Form>[] {
  const common: readonly FormField<Form>[] = [
    { name: "title", label: "Title", hint: "What is paid for. Shown to payers.", placeholder: "Tea, 100 g" },
    {
      name: "name",
      label: "Name in the address",
      hint: "The page is at /l/ and this name. It can't be changed later.",
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
        hint: "Pieces per order. Empty: the payer is not asked.",
      },
    ];
  const bound = { kind: "amount", isOptional: true, hint: `In ${currency}.` } as const;
  return [
    ...common,
    { ...bound, name: "amountMin", label: "Minimum amount" },
    { ...bound, name: "amountMax", label: "Maximum amount" },
  ];
}
