"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import type { PriceSourceView, PriceView } from "@/lib/fronts/admin/market-schema";
import { rpc } from "@/lib/fronts/client/rpc";

const REFRESH_MS = 5_000;

/** Each price source with its last prices. */
export function PriceSources() {
  const query = useQuery(rpc.operator.prices.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The prices could not be loaded">
      {(sources) => (
        <div className="flex flex-col gap-5">
          {sources.length === 0 && (
            <Card>
              <EmptyState icon={Clock} title="No prices yet">
                A worker queries the sources every 15 seconds. Nothing can be quoted without a price.
              </EmptyState>
            </Card>
          )}
          {sources.map((source) => (
            <PriceSourceCard key={source.source} source={source} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

/** Prices that cannot be quoted are shown; the others, about sixty per source, are collapsed. */
function PriceSourceCard({ source: { source, newestAt, isFresh, ageLimitSeconds, prices } }: PriceSourceCardProps) {
  const affected = prices.filter((price) => price.held !== null || !price.isFresh);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {source}
          <Badge tone={isFresh ? "good" : "wrong"} icon={isFresh ? CircleCheck : CircleX}>
            {isFresh ? "Online" : "Offline"}
          </Badge>
        </span>
      }
      description={
        <>
          Last updated <Moment at={newestAt} style="relative" />. Prices older than {ageLimitSeconds} s are not quoted.
        </>
      }
      isPadded={false}
    >
      {isFresh && affected.length > 0 && (
        <PriceTable label={`Prices of ${source} that are not quoted`} prices={affected} />
      )}
      <details className="border-t border-line">
        <summary className="cursor-pointer px-4 py-3 text-small font-medium text-ink-soft sm:px-5">
          {prices.length === 1 ? "One price" : `All ${prices.length} prices`},{" "}
          {quotedText(prices.length, affected.length)}
        </summary>
        <PriceTable label={`Prices of ${source}`} prices={prices} />
      </details>
    </Card>
  );
}

type PriceSourceCardProps = { readonly source: PriceSourceView };

function quotedText(count: number, affected: number): string {
  if (affected === 0) return "fresh";
  return affected === count ? "not quoted" : `${affected} of them not quoted`;
}

function PriceTable({ label, prices }: { label: string; prices: readonly PriceView[] }) {
  return <DataTable label={label} columns={COLUMNS} rows={prices} keyOf={(row) => row.currency} />;
}

const COLUMNS: readonly Column<PriceView>[] = [
  {
    id: "currency",
    header: "Currency",
    sortBy: { kind: "text", read: (row) => row.currency },
    phone: "title",
    cell: (row) => <span className="font-medium">{row.currency}</span>,
  },
  { id: "state", header: "Status", phone: "corner", cell: (row) => <PriceState price={row} /> },
  {
    id: "price",
    header: "Price",
    sortBy: { kind: "amount", read: (row) => row.usdPrice },
    align: "end",
    cell: (row) => <Money amount={row.usdPrice} currency="USD" align="end" />,
  },
  {
    id: "observed",
    header: "Updated",
    sortBy: { kind: "moment", read: (row) => row.observedAt },
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.observedAt} style="relative" />
      </span>
    ),
  },
];

function PriceState({ price: { isFresh, held } }: { price: PriceView }) {
  if (held !== null) return <Badge tone="waiting">Held after a jump</Badge>;
  return isFresh ? <Badge tone="good">Fresh</Badge> : <Badge tone="wrong">Outdated</Badge>;
}
