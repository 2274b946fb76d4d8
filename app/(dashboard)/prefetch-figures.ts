import type { QueryClient } from "@tanstack/react-query";
import type { AnalyticsFilter } from "@/components/fronts/analytics/analytics-filter";
import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery } from "@/lib/fronts/analytics/schema";
import { rpc } from "@/lib/fronts/client/rpc";
import type { SearchParams } from "@/lib/fronts/dashboard/list-filter";

type FiguresQuery = {
  readonly merchantId: string;
  /** Null: the viewer's time zone is not known yet, and the browser fetches the data itself. */
  readonly zone: string | null;
  readonly searchParams: SearchParams;
};

/**
 * Prefetches what the page will query, under the same keys. Does nothing if the URL parameters are
 * invalid: the browser then shows the error.
 */
export async function prefetchFigures(
  queries: QueryClient,
  { merchantId, zone, searchParams }: FiguresQuery,
): Promise<void> {
  if (zone === null) return;
  const { range = "30d", from, to, step, currency, network } = await searchParams;
  const found = analyticsQuery.safeParse({ range, from, to, step, currency, network, zone });
  if (!found.success) return;
  const asked = askedOf(found.data);
  const now = new Date();
  await Promise.all([
    queries.prefetchQuery({
      ...rpc.analytics.volume.queryOptions(asked),
      queryFn: () => readVolume(merchantId, found.data, now),
    }),
    queries.prefetchQuery({
      ...rpc.analytics.payments.queryOptions(asked),
      queryFn: () => readPayments(merchantId, found.data, now),
    }),
  ]);
}

/** Builds the query as the browser does, key for key: `from` and `to` only for a custom range. */
function askedOf({
  range,
  zone,
  from,
  to,
  step,
  currency,
  network,
}: ReturnType<typeof analyticsQuery.parse>): AnalyticsFilter {
  const isCustom = range === "custom";
  return {
    range,
    zone,
    ...(isCustom && from && { from }),
    ...(isCustom && to && { to }),
    ...(step && { step }),
    ...(currency && { currency }),
    ...(network && { network }),
  };
}
