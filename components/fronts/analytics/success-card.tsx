import { ChartCard } from "@/components/fronts/analytics/chart-card";
import { CHART_CLASSES, LazySuccessChart } from "@/components/fronts/analytics/lazy-charts";
import { bucketLabel } from "@/components/fronts/analytics/metric-labels";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import type { Column } from "@/components/ui/table-column";
import { type PaymentsView, successPercent } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

type Bucket = PaymentsView["buckets"][number];

/** Success rate over time. */
export function SuccessCard({ payments, fileHref }: { payments: PaymentsView; fileHref: string }) {
  const { totals, buckets } = payments;
  const percent = successPercent(totals);
  const description =
    percent === null
      ? "No finished invoices in this range yet"
      : `${percent}%: ${groupDigits(`${totals.paid}`)} of ${groupDigits(`${totals.ended}`)} finished invoices were paid`;
  return (
    <ChartCard
      title="Success rate"
      description={description}
      fileHref={fileHref}
      {...(totals.created === 0 && { empty: <NothingEnded /> })}
      chart={
        <div className={CHART_CLASSES}>
          <LazySuccessChart payments={payments} />
        </div>
      }
      table={
        <DataTable
          label="Success rate"
          columns={columnsOf(payments)}
          rows={buckets.filter(({ created }) => created > 0).toReversed()}
          keyOf={({ start }) => start}
        />
      }
    />
  );
}

function columnsOf({ range }: PaymentsView): readonly Column<Bucket>[] {
  const count = (value: number) => <span className="tabular-nums">{groupDigits(`${value}`)}</span>;
  return [
    { id: "when", header: "Created", phone: "title", cell: (row) => bucketLabel(row, range) },
    { id: "created", header: "Invoices", align: "end", cell: (row) => count(row.created) },
    { id: "ended", header: "Finished", align: "end", cell: (row) => count(row.ended) },
    { id: "paid", header: "Paid", align: "end", cell: (row) => count(row.paid) },
    {
      id: "success",
      header: "Success",
      align: "end",
      phone: "corner",
      cell: (row) => {
        const percent = successPercent(row);
        return percent === null ? <EmptyCell /> : <span className="tabular-nums">{percent}%</span>;
      },
    },
  ];
}

function NothingEnded() {
  return (
    <p className="grid h-64 place-items-center px-6 pb-6 text-center text-ink-soft sm:h-72">
      No invoices were created in this range.
    </p>
  );
}
