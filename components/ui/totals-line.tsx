import { Fragment } from "react";
import { groupDigits, moneyText } from "@/lib/kernel/money/format";
import { TOTALS_ROWS_MAX } from "@/lib/kernel/paging/tab-counts";
import type { ListTotals } from "@/lib/kernel/paging/tab-counts-schema";

export type TotalsLineProps = {
  /** The plural of the listed objects: "payouts". */
  readonly many: string;
  readonly label: string;
  /** Null: too many rows match to add them up. Undefined: they are being added up. */
  readonly totals?: ListTotals | null | undefined;
};

/** Above a list: the number of rows that match and their sums, each currency on its own. */
export function TotalsLine({ many, label, totals }: TotalsLineProps) {
  if (totals?.rows === 0) return null;
  return (
    <p className="mb-3 min-h-5 text-small text-ink-soft">
      {totals === null &&
        `Totals are shown for up to ${groupDigits(String(TOTALS_ROWS_MAX))} ${many}. Choose fewer days, or export them.`}
      {totals && <Sums many={many} label={label} totals={totals} />}
    </p>
  );
}

type SumsProps = Omit<TotalsLineProps, "totals"> & { readonly totals: ListTotals };

function Sums({ many, label, totals: { rows, sums, receivedUsd } }: SumsProps) {
  return (
    <>
      {`${groupDigits(String(rows))} ${rows === 1 ? many.replace(/s$/, "") : many}. ${label}: `}
      {sums.map(({ currency, amount }, index) => (
        <Fragment key={currency}>
          {index > 0 && ", "}
          <Sum amount={amount} currency={currency} />
        </Fragment>
      ))}
      {receivedUsd !== null && (
        <>
          {". Received, valued when paid: "}
          <Sum amount={receivedUsd} currency="USD" />
        </>
      )}
    </>
  );
}

function Sum({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return <span className="whitespace-nowrap font-medium text-ink tabular-nums">{moneyText(amount, currency)}</span>;
}
