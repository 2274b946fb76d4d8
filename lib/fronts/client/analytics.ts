import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { paymentsView, type TableName, volumeView } from "@/lib/fronts/analytics/schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";

/** What the address bar and the viewer's clock say; what is empty means the usual. */
export type FiguresAsked = {
  readonly range: string;
  readonly zone: string;
  readonly from?: string;
  readonly to?: string;
  readonly step?: string;
  readonly currency?: string;
  readonly network?: string;
};

/** A year of figures moves little in a minute. */
const REFRESH_MS = 60_000;

export function volumeQuery(asked: FiguresAsked | null) {
  return queryOptions({
    queryKey: ["analytics", "volume", asked],
    queryFn: ({ signal }) => fetchJson(withSearch("/api/analytics/volume", { ...asked }), volumeView, { signal }),
    enabled: asked !== null,
    refetchInterval: REFRESH_MS,
    // Another range is drawn over this one, not after a blank.
    placeholderData: keepPreviousData,
  });
}

export function paymentsQuery(asked: FiguresAsked | null) {
  return queryOptions({
    queryKey: ["analytics", "payments", asked],
    queryFn: ({ signal }) => fetchJson(withSearch("/api/analytics/payments", { ...asked }), paymentsView, { signal }),
    enabled: asked !== null,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Where a table of the page can be had as a file. */
export function tableAddress(table: TableName, asked: FiguresAsked): string {
  return withSearch("/api/analytics/download", { ...asked, table });
}
