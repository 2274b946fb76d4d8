"use client";

import { useQuery } from "@tanstack/react-query";
import { InvoiceStatusBadge } from "@/components/money-in/invoices/status-badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import { RowLink } from "@/components/ui/row-link";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import type { TodayView } from "@/lib/money-in/point-of-sale/dashboard-schema";

const REFRESH_MS = 15_000;

/** The sales of the viewer's day. `zone`: with which the page was drawn. */
export function TodayCard({ zone }: { zone: string | null }) {
  const today = useTimeZone(zone) ?? "UTC";
  const query = useQuery(rpc.pointOfSale.today.queryOptions({ zone: today }, { refetchInterval: REFRESH_MS }));
  return (
    <Loaded query={query} failure="The sales of today could not be loaded">
      {({ totals, sales }) => (
        <Card title="Today" description={totals.length === 0 ? "Nothing has been paid yet." : totalsText(totals)}>
          {sales.length > 0 && (
            <ul className="divide-y divide-line">
              {sales.map((sale) => (
                <li key={sale.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                  <RowLink href={routes.sale(sale.id)}>
                    <Moment at={sale.createdAt} style="relative" />
                  </RowLink>
                  <span className="min-w-0 flex-1 truncate text-small text-ink-soft">{sale.seller}</span>
                  <InvoiceStatusBadge status={sale.shown} />
                  <Money amount={sale.amount} currency={sale.currency} align="end" mayBreak />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}

function totalsText(totals: TodayView["totals"]): string {
  return totals
    .map(({ count, total, tips, currency }) => {
      const sales = `${count} paid ${count === 1 ? "sale" : "sales"}: ${moneyText(total, currency)}`;
      return tips === "0" ? sales : `${sales}, of which ${moneyText(tips, currency)} tips`;
    })
    .join("; ");
}
