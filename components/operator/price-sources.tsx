"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { pricesQuery } from "@/lib/client/operator-networks";
import type { PriceSourceView, PriceView } from "@/lib/operations/prices-schema";

/** Each source with what it said last. */
export function PriceSources() {
  const query = useQuery(pricesQuery());
  return (
    <Loaded query={query} failure="The prices could not be loaded">
      {(sources) => (
        <div className="flex flex-col gap-5">
          {sources.length === 0 && (
            <Card>
              <EmptyState icon={Clock} title="No price was heard yet">
                A worker asks the sources every 15 seconds. Without a price nothing can be quoted.
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

function PriceSourceCard({
  source: { source, newestAt, isFresh, ageLimitSeconds, prices },
}: {
  source: PriceSourceView;
}) {
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {source}
          <Badge tone={isFresh ? "good" : "wrong"} icon={isFresh ? CircleCheck : CircleX}>
            {isFresh ? "Speaking" : "Silent"}
          </Badge>
        </span>
      }
      description={
        <>
          Last heard <Moment at={newestAt} style="relative" />. A price older than {ageLimitSeconds} s is not quoted.
        </>
      }
      isPadded={false}
    >
      <DataTable label={`Prices of ${source}`} columns={COLUMNS} rows={prices} keyOf={(row) => row.currency} />
    </Card>
  );
}

const COLUMNS: readonly Column<PriceView>[] = [
  {
    id: "currency",
    header: "Currency",
    sortBy: { kind: "text", read: (row) => row.currency },
    phone: "title",
    cell: (row) => <span className="font-medium">{row.currency}</span>,
  },
  { id: "state", header: "State", phone: "corner", cell: (row) => <PriceState price={row} /> },
  {
    id: "price",
    header: "Price",
    sortBy: { kind: "amount", read: (row) => row.usdPrice },
    align: "end",
    cell: (row) => <Money amount={row.usdPrice} currency="USD" align="end" />,
  },
  {
    id: "observed",
    header: "Heard",
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
  if (held !== null) return <Badge tone="waiting">Held: it jumped</Badge>;
  return isFresh ? <Badge tone="good">Fresh</Badge> : <Badge tone="wrong">Too old</Badge>;
}
