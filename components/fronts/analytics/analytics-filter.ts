"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnalyticsQuery, TableName } from "@/lib/fronts/analytics/schema";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";

/** The query from the URL and the viewer's clock; omitted members mean the defaults. */
export type AnalyticsFilter = Readonly<AnalyticsQuery>;

/**
 * A year of data changes little in a minute. The previous range stays visible while a new one
 * loads.
 */
const HOW = { refetchInterval: 60_000, placeholderData: keepPreviousData } as const;

export function useVolume(asked: AnalyticsFilter | null) {
  return useQuery(rpc.analytics.volume.queryOptions(asked ?? {}, { ...HOW, enabled: asked !== null }));
}

export function usePayments(asked: AnalyticsFilter | null) {
  return useQuery(rpc.analytics.payments.queryOptions(asked ?? {}, { ...HOW, enabled: asked !== null }));
}

/** Returns the URL of a table's export. */
export function tableAddress(table: TableName, asked: AnalyticsFilter): string {
  return withSearch("/api/analytics/download", { ...asked, table });
}
