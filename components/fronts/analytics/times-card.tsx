import { ChartCard } from "@/components/fronts/analytics/chart-card";
import { CHART_CLASSES, LazyTimesChart } from "@/components/fronts/analytics/lazy-charts";
import { durationText, shareOf, slotLabel } from "@/components/fronts/analytics/metric-labels";
import { DataTable } from "@/components/ui/data-table";
import type { Column } from "@/components/ui/table-column";
import type { PaymentsView } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

type Slot = PaymentsView["slots"][number];

/** How long payers took. */
export function TimesCard({ payments, fileHref }: { payments: PaymentsView; fileHref: string }) {
  const { timed, medianSeconds, p90Seconds } = payments.totals;
  const isEmpty = medianSeconds === null || p90Seconds === null;
  return (
    <ChartCard
      title="Time to pay"
      description={
        isEmpty
          ? "From opening the page to payment"
          : `Half within ${durationText(medianSeconds)}, 90% within ${durationText(p90Seconds)}`
      }
      fileHref={fileHref}
      {...(isEmpty && { empty: <NothingPaid /> })}
      chart={
        <div className={CHART_CLASSES}>
          <LazyTimesChart payments={payments} />
        </div>
      }
      table={
        <DataTable
          label="Time to pay"
          columns={columnsOf(timed)}
          rows={payments.slots}
          keyOf={({ fromSeconds }) => `${fromSeconds}`}
        />
      }
    />
  );
}

function columnsOf(timed: number): readonly Column<Slot>[] {
  return [
    { id: "time", header: "Time", phone: "title", cell: slotLabel },
    {
      id: "count",
      header: "Payments",
      align: "end",
      cell: ({ count }) => <span className="tabular-nums">{groupDigits(`${count}`)}</span>,
    },
    {
      id: "share",
      header: "Share",
      align: "end",
      phone: "corner",
      cell: ({ count }) => <span className="tabular-nums">{shareOf(count, timed) ?? "0"}%</span>,
    },
  ];
}

function NothingPaid() {
  return (
    <p className="grid h-64 place-items-center px-6 pb-6 text-center text-ink-soft sm:h-72">
      No payments in this range.
    </p>
  );
}
