import { ChartCard } from "@/components/fronts/analytics/chart-card";
import { durationText, shareOf } from "@/components/fronts/analytics/metric-labels";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Moment } from "@/components/ui/moment";
import type { Column } from "@/components/ui/table-column";
import { type PairCounts, type PaymentsView, type PaymentTotals, successPercent } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

const STEPS = [
  { key: "created", label: "Created" },
  { key: "opened", label: "Page opened" },
  { key: "chosen", label: "Coin chosen" },
  { key: "seen", label: "Payment detected" },
  { key: "paid", label: "Paid" },
] as const satisfies readonly { readonly key: keyof PaymentTotals; readonly label: string }[];

/** How far payers got, step by step. */
export function FunnelCard({ payments, fileHref }: { payments: PaymentsView; fileHref?: string }) {
  const { totals, pairs, pageViewsSince } = payments;
  return (
    <ChartCard
      title="From invoice to payment"
      description={
        totals.created === 0
          ? "Conversion by step"
          : `${groupDigits(`${totals.paid}`)} of ${groupDigits(`${totals.created}`)} invoices were paid`
      }
      {...(fileHref !== undefined && { fileHref })}
      {...(totals.created === 0 && { empty: <NothingAsked /> })}
      chart={
        <div className="px-4 pb-4 sm:px-5 sm:pb-5">
          <ul className="flex flex-col gap-4.5">
            {STEPS.map(({ key, label }) => (
              <FunnelBar key={key} label={label} count={totals[key]} of={totals.created} />
            ))}
          </ul>
          {pageViewsSince !== null && (
            <p className="mt-3 text-label text-ink-quiet">
              Page views are known since <Moment at={pageViewsSince} />. Steps of unpaid invoices from before may be
              missing.
            </p>
          )}
        </div>
      }
      table={
        <DataTable
          label="From invoice to payment"
          columns={COLUMNS}
          rows={pairs}
          keyOf={({ currency, network }) => `${currency}-${network}`}
        />
      }
    />
  );
}

function FunnelBar({ label, count, of }: { label: string; count: number; of: number }) {
  const share = shareOf(count, of) ?? "0";
  return (
    <li>
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-soft">{label}</span>
        <span className="tabular-nums">
          <span className="font-medium">{groupDigits(`${count}`)}</span>{" "}
          <span className="inline-block min-w-14 text-right text-ink-quiet">{share}%</span>
        </span>
      </p>
      <div aria-hidden className="mt-1.5 h-3.5 rounded-full bg-sunken">
        <div className="h-full min-w-px rounded-full bg-(--series-1)" style={{ width: `${share}%` }} />
      </div>
    </li>
  );
}

const number = (count: number) => <span className="tabular-nums">{groupDigits(`${count}`)}</span>;

const COLUMNS: readonly Column<PairCounts>[] = [
  {
    id: "coin",
    header: "Coin and network",
    phone: "title",
    cell: ({ currency, networkName }) =>
      currency === null ? (
        <span className="text-ink-soft">No coin chosen</span>
      ) : (
        <span>
          <span className="font-medium">{currency}</span> <span className="text-ink-soft">{networkName}</span>
        </span>
      ),
  },
  ...STEPS.map(
    ({ key, label }): Column<PairCounts> => ({ id: key, header: label, align: "end", cell: (row) => number(row[key]) }),
  ),
  {
    id: "success",
    header: "Success",
    align: "end",
    phone: "corner",
    cell: (row) => {
      const percent = successPercent(row);
      return percent === null ? <EmptyCell /> : <span className="tabular-nums whitespace-nowrap">{percent}%</span>;
    },
  },
  {
    id: "median",
    header: "Median time",
    align: "end",
    cell: ({ medianSeconds }) =>
      medianSeconds === null ? <EmptyCell /> : <span className="whitespace-nowrap">{durationText(medianSeconds)}</span>,
  },
];

function NothingAsked() {
  return (
    <p className="grid h-64 place-items-center px-6 pb-6 text-center text-ink-soft">
      No invoices were created in this range.
    </p>
  );
}
