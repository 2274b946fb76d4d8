"use client";

import { Plus, Trash2 } from "lucide-react";
import { DraftTotals } from "@/components/money-in/bills/draft-totals";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormFields } from "@/components/ui/form-fields";
import { TextField } from "@/components/ui/text-field";
import type { FormPart } from "@/components/ui/use-checked-form";
import { LINES_MAX, TAXES_MAX } from "@/lib/money-in/bills/bill-rules";
import { type BillForm, type BillOptions, BLANK_LINE } from "@/lib/money-in/bills/dashboard-schema";

type BillLinesCardProps = { readonly part: FormPart<BillForm>; readonly options: BillOptions };

/** What is billed, its taxes, and the totals as they are typed. */
export function BillLinesCard({ part, options }: BillLinesCardProps) {
  const { form, wrong } = part;
  const choices = options.currencies.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));
  const decimals = options.currencies.find(({ code }) => code === form.currency)?.decimals ?? 2;
  return (
    <Card title="Items">
      <div className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFields {...part} fields={[{ name: "currency", kind: "choice", label: "Currency", choices }]} />
        </div>
        <Lines {...part} />
        <Taxes {...part} />
        {wrong["lines"] !== undefined && (
          <p role="alert" className="text-label text-wrong">
            {wrong["lines"]}
          </p>
        )}
        <Adders {...part} />
        <DraftTotals form={form} decimals={decimals} />
      </div>
    </Card>
  );
}

const ROW = "grid items-start gap-3 border-line border-t pt-4";

function Lines({ form, wrong, change }: FormPart<BillForm>) {
  return form.lines.map((line, index) => {
    const set = (changes: Partial<typeof line>) => change({ lines: form.lines.with(index, { ...line, ...changes }) });
    const errorOf = (name: keyof typeof line) => wrong[`lines.${index}.${name}`];
    return (
      <fieldset
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
        key={index}
        className={`${ROW} sm:grid-cols-[minmax(0,1fr)_6rem_9rem_auto]`}
      >
        <legend className="sr-only">{`Item ${index + 1}`}</legend>
        <TextField label="Description" value={line.text} error={errorOf("text")} onChange={(text) => set({ text })} />
        <TextField
          label="Quantity"
          kind="amount"
          value={line.quantity}
          error={errorOf("quantity")}
          onChange={(quantity) => set({ quantity })}
        />
        <TextField
          label="Unit price"
          kind="amount"
          value={line.price}
          error={errorOf("price")}
          onChange={(price) => set({ price })}
        />
        <Remove
          what={`item ${index + 1}`}
          isBlocked={form.lines.length === 1}
          onPress={() => change({ lines: form.lines.toSpliced(index, 1) })}
        />
      </fieldset>
    );
  });
}

function Taxes({ form, wrong, change }: FormPart<BillForm>) {
  return form.taxes.map((tax, index) => {
    const set = (changes: Partial<typeof tax>) => change({ taxes: form.taxes.with(index, { ...tax, ...changes }) });
    return (
      <fieldset
        // biome-ignore lint/suspicious/noArrayIndexKey: a tax is its place in the list
        key={index}
        className={`${ROW} sm:grid-cols-[minmax(0,1fr)_12rem_auto]`}
      >
        <legend className="sr-only">{`Tax ${index + 1}`}</legend>
        <TextField
          label="Tax"
          placeholder="VAT"
          value={tax.name}
          error={wrong[`taxes.${index}.name`]}
          onChange={(name) => set({ name })}
        />
        <TextField
          label="Percent of the subtotal"
          kind="amount"
          value={tax.percent}
          error={wrong[`taxes.${index}.percent`]}
          onChange={(percent) => set({ percent })}
        />
        <Remove what={`tax ${index + 1}`} onPress={() => change({ taxes: form.taxes.toSpliced(index, 1) })} />
      </fieldset>
    );
  });
}

type RemoveProps = { readonly what: string; readonly isBlocked?: boolean; readonly onPress: () => void };

function Remove({ what, isBlocked = false, onPress }: RemoveProps) {
  return (
    <div className="sm:pt-6">
      <Button size="icon" variant="quiet" aria-label={`Remove ${what}`} disabled={isBlocked} onClick={onPress}>
        <Trash2 aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

function Adders({ form, change }: FormPart<BillForm>) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        size="small"
        disabled={form.lines.length >= LINES_MAX}
        onClick={() => change({ lines: [...form.lines, BLANK_LINE] })}
      >
        <Plus aria-hidden className="size-4" />
        Add item
      </Button>
      <Button
        size="small"
        disabled={form.taxes.length >= TAXES_MAX}
        onClick={() => change({ taxes: [...form.taxes, { name: "", percent: "" }] })}
      >
        <Plus aria-hidden className="size-4" />
        Add tax
      </Button>
    </div>
  );
}
