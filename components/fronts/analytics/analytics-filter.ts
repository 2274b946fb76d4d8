"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnalyticsQuery, TableName } from "@/lib/fronts/analytics/schema";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";

/** What the address bar and the viewer's clock say; what is left out means the usual. */
export type AnalyticsFilter = Readonly<AnalyticsQuery>;

/**
 * A year of figures moves little in a minute. Another range is drawn over this one, not after a
 * blank.
 */
const HOW = { refetchInterval: 60_000, placeholderData: keepPreviousData } as const;

export function useVolume(asked: AnalyticsFilter | null) {
  return useQuery(rpc.analytics.volume.queryOptions(asked ?? {}, { ...HOW, enabled: asked !== null }));
}

export function usePayments(asked: AnalyticsFilter | null) {
  return useQuery(rpc.analytics.payments.queryOptions(asked ?? {}, { ...HOW, enabled: asked !== null }));
}

/** Where a table of the page can be had as a file. */
export function tableAddress(table: TableName, asked: AnalyticsFilter): string {
  return withSearch("/api/analytics/download", { ...asked, table });
}
