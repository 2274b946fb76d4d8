import { ChartCard } from "@/components/fronts/analytics/chart-card";
import { CHART_CLASSES, LazyVolumeChart } from "@/components/fronts/analytics/lazy-charts";
import { bucketLabel } from "@/components/fronts/analytics/metric-labels";
import { SeriesMark } from "@/components/fronts/analytics/series-fill";
import { seriesOf } from "@/components/fronts/analytics/volume-series";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { Money } from "@/components/ui/money";
import type { Column } from "@/components/ui/table-column";
import { FIGURES_CURRENCY, type VolumeView } from "@/lib/fronts/analytics/schema";
import { groupDigits, moneyText } from "@/lib/kernel/money/format";

type Bucket = VolumeView["buckets"][number];

/** Received volume over time, by coin. */
export function VolumeCard({ volume, fileHref }: { volume: VolumeView; fileHref?: string }) {
  const { totals, buckets } = volume;
  const series = seriesOf(volume);
  const credits = `${groupDigits(`${totals.count}`)} ${totals.count === 1 ? "credit" : "credits"}`;
  return (
    <ChartCard
      title="Volume by coin"
      description={
        totals.count === 0 ? "Credited to your balance" : `${moneyText(totals.usd, FIGURES_CURRENCY)} in ${credits}`
      }
      {...(fileHref !== undefined && { fileHref })}
      {...(totals.count === 0 && { empty: <NothingCame /> })}
      chart={
        <>
          <ul aria-label="Coins" className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-label text-ink-soft sm:px-5">
            {series.map((name, index) => (
              <li key={name} className="flex items-center gap-1.5">
                <SeriesMark index={index} />
                {name}
              </li>
            ))}
          </ul>
          <div className={CHART_CLASSES}>
            <LazyVolumeChart volume={volume} />
          </div>
        </>
      }
      table={
        <DataTable
          label="Volume by coin"
          columns={columnsOf(volume)}
          rows={buckets.filter(({ count }) => count > 0).toReversed()}
          keyOf={({ start }) => start}
        />
      }
    />
  );
}

function columnsOf({ range }: VolumeView): readonly Column<Bucket>[] {
  return [
    { id: "when", header: "When", phone: "title", cell: (row) => bucketLabel(row, range) },
    {
      id: "coins",
      header: "By coin",
      cell: ({ coins }) =>
        coins.length === 0 ? (
          <EmptyCell />
        ) : (
          <ul className="flex flex-col gap-0.5 text-small">
            {coins.map(({ currency, amount, usd }) => (
              <li key={currency} className="flex flex-wrap justify-end gap-x-2 md:justify-start">
                <Money amount={amount} currency={currency} mayBreak />
                <span className="text-ink-quiet tabular-nums">{moneyText(usd, FIGURES_CURRENCY)}</span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: "count",
      header: "Credits",
      sortBy: { kind: "number", read: (row) => row.count },
      align: "end",
      cell: ({ count }) => groupDigits(`${count}`),
    },
    {
      id: "worth",
      header: "Value",
      sortBy: { kind: "amount", read: (row) => row.usd },
      align: "end",
      phone: "corner",
      cell: ({ usd }) => <Money amount={usd} currency={FIGURES_CURRENCY} align="end" />,
    },
  ];
}

function NothingCame() {
  return (
    <p className="grid h-64 place-items-center px-6 pb-6 text-center text-ink-soft sm:h-72">
      No credits in this range. Payments appear here as soon as they reach your balance.
    </p>
  );
}
