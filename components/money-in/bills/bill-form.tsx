"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { BillLinesCard } from "@/components/money-in/bills/bill-lines-card";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DayInput } from "@/components/ui/day-field";
import { Field } from "@/components/ui/field";
import { type FormField, FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { useCheckedForm } from "@/components/ui/use-checked-form";
import { useUnsaved } from "@/components/ui/use-unsaved";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { ALL_LOCALES, LOCALES } from "@/lib/kernel/locales/locales";
import { type BillOptions, billInput, type BillForm as Form } from "@/lib/money-in/bills/dashboard-schema";

const CUSTOMER: readonly FormField<Form>[] = [
  { name: "customerName", label: "Name" },
  {
    name: "customerEmail",
    kind: "otherEmail",
    label: "E-mail address",
    hint: "Gets the bill, reminders and receipts.",
  },
  { name: "customerAddress", kind: "lines", label: "Address", isOptional: true, isWide: true },
];

const DELIVERY: readonly FormField<Form>[] = [
  {
    name: "locale",
    kind: "choice",
    label: "Language of the mails",
    choices: ALL_LOCALES.map((value) => ({ value, label: LOCALES[value].name })),
  },
  {
    name: "numberPrefix",
    label: "Prefix of the number",
    isOptional: true,
    hint: "The next number follows it when the bill is sent: B-0001.",
  },
  {
    name: "reminderDays",
    label: "Reminders",
    isOptional: true,
    hint: "Days after the due date, at most 5: 0, 7. Negative: before it. Empty: none.",
  },
  { name: "note", kind: "paragraph", label: "Note", isOptional: true, isWide: true },
];

type BillFormProps = {
  /** The draft; null for a new one. */
  readonly id: string | null;
  readonly initial: Form;
  readonly options: BillOptions;
};

/** Writes a bill, or changes a draft. It is sent from its own page. */
export function BillForm({ id, initial, options }: BillFormProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const { form, wrong, change, submitTo, showFailure } = useCheckedForm<Form>(billInput, () => initial);
  const save = useMutation({
    mutationFn: async (checked: Form) => {
      if (id === null) return await rpc.bills.create.mutate(checked);
      await rpc.bills.change.mutate({ id, bill: checked });
      return { id };
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries();
      toast.success("The draft is saved.");
      router.push(routes.bill(saved.id));
    },
    onError: showFailure,
  });
  useUnsaved(form, { isDone: save.isSuccess });
  const part = { form, wrong, change };
  return (
    <form onSubmit={submitTo((checked) => save.mutate(checked))} noValidate className="flex flex-col gap-5">
      {save.error && Object.keys(wrong).length === 0 && <Notice tone="wrong">{save.error.message}</Notice>}
      <Card title="Customer">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={CUSTOMER} />
        </div>
      </Card>
      <BillLinesCard part={part} options={options} />
      <Card title="Dates and delivery">
        <div className="grid gap-4 sm:grid-cols-2">
          {(["issueDate", "dueDate"] as const).map((name) => (
            <Field key={name} label={name === "issueDate" ? "Date" : "Due on"} error={wrong[name]}>
              {(control) => (
                <DayInput {...control} value={form[name]} onChange={(day) => change({ [name]: day ?? "" })} />
              )}
            </Field>
          ))}
          <FormFields {...part} fields={DELIVERY} />
        </div>
      </Card>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isBusy={save.isPending || save.isSuccess}>
          Save draft
        </Button>
      </div>
    </form>
  );
}
