import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { overviewView } from "@/lib/fronts/dashboard/overview-schema";

/** The newest payments are watched. */
const OVERVIEW_REFRESH_MS = 8_000;

export function overviewQuery() {
  return queryOptions({
    queryKey: ["overview"],
    queryFn: ({ signal }) => fetchJson("/api/overview", overviewView, { signal }),
    refetchInterval: OVERVIEW_REFRESH_MS,
  });
}
