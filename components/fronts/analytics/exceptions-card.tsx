import { type AnalyticsFilter, tableAddress } from "@/components/fronts/analytics/analytics-filter";
import { coinColumn } from "@/components/fronts/analytics/figure-tables";
import { EXCEPTION_LABELS } from "@/components/fronts/analytics/metric-labels";
import { TableCard } from "@/components/fronts/analytics/table-card";
import { EmptyCell } from "@/components/ui/empty-cell";
import type { Column } from "@/components/ui/table-column";
import { EXCEPTIONS, type ExceptionKind, type PaymentsView } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

type Found = PaymentsView["exceptions"][number];
/** A coin on a network, with the count of each kind of exception. */
type Row = Pick<Found, "currency" | "network" | "networkName"> & {
  readonly counts: Readonly<Partial<Record<ExceptionKind, number>>>;
  readonly total: number;
};

/** Exceptions by coin and network. */
export function ExceptionsCard({ payments, asked }: { payments: PaymentsView; asked: AnalyticsFilter }) {
  const { exceptions } = payments;
  const total = exceptions.reduce((sum, { count }) => sum + count, 0);
  const kinds = EXCEPTIONS.filter((kind) => exceptions.some((found) => found.kind === kind));
  return (
    <TableCard
      title="Exceptions"
      description={total === 0 ? "No exceptions" : `${groupDigits(`${total}`)} in this range`}
      fileHref={tableAddress("exceptions", asked)}
      columns={[
        coinColumn(),
        ...kinds.map(columnOf),
        {
          id: "total",
          header: "Total",
          align: "end",
          phone: "corner",
          cell: (row) => <span className="font-medium tabular-nums">{groupDigits(`${row.total}`)}</span>,
        },
      ]}
      rows={rowsOf(exceptions)}
      keyOf={({ currency, network }) => `${currency}-${network}`}
      empty="No underpayments, overpayments, late payments or wrong coins."
    />
  );
}

function columnOf(kind: ExceptionKind): Column<Row> {
  return {
    id: kind,
    header: EXCEPTION_LABELS[kind],
    align: "end",
    cell: ({ counts }) =>
      counts[kind] === undefined ? (
        <EmptyCell />
      ) : (
        <span className="tabular-nums">{groupDigits(`${counts[kind]}`)}</span>
      ),
  };
}

/** Most frequent first. */
function rowsOf(exceptions: readonly Found[]): Row[] {
  const rows = new Map<string, Row>();
  for (const { kind, count, ...pair } of exceptions) {
    const key = `${pair.currency}-${pair.network}`;
    const before = rows.get(key) ?? { ...pair, counts: {}, total: 0 };
    const counts = { ...before.counts, [kind]: (before.counts[kind] ?? 0) + count };
    rows.set(key, { ...before, counts, total: before.total + count });
  }
  return [...rows.values()].sort((a, b) => b.total - a.total || a.currency.localeCompare(b.currency));
}
