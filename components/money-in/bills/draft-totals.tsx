import { Money } from "@/components/ui/money";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";
import { parseAmount } from "@/lib/kernel/money/parse-amount";
import type { BillForm } from "@/lib/money-in/bills/dashboard-schema";
import { billTotals } from "@/lib/money-in/bills/totals";

/** Adds up a form while it is typed: what is no number yet counts as nothing. */
export function draftTotals({ lines, taxes }: Pick<BillForm, "lines" | "taxes">, decimals: number) {
  const read = (typed: string) => parseAmount(typed.trim()) ?? ZERO;
  return billTotals(
    lines.map(({ quantity, price }) => ({ quantity: read(quantity), price: read(price) })),
    taxes.map(({ percent }) => ({ percent: read(percent) })),
    decimals,
  );
}

type TotalsProps = { readonly form: BillForm; readonly decimals: number };

/** The totals of the form, as the customer will see them. */
export function DraftTotals({ form, decimals }: TotalsProps) {
  const totals = draftTotals(form, decimals);
  const rows = [
    { name: "Subtotal", amount: totals.subtotal },
    ...form.taxes.map(({ name }, index) => ({ name: name || "Tax", amount: totals.taxes[index] ?? decimal("0") })),
  ];
  return (
    <dl aria-label="Totals" className="ms-auto grid w-full max-w-xs gap-1.5 border-line border-t pt-4">
      {form.taxes.length > 0 &&
        rows.map(({ name, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          <div key={index} className="flex justify-between gap-4 text-small text-ink-soft">
            <dt className="min-w-0 wrap-anywhere">{name}</dt>
            <dd>
              <Money amount={amount.toFixed()} currency={form.currency} align="end" />
            </dd>
          </div>
        ))}
      <div className="flex justify-between gap-4 font-semibold">
        <dt>Total</dt>
        <dd>
          <Money amount={totals.total.toFixed()} currency={form.currency} align="end" />
        </dd>
      </div>
    </dl>
  );
}
