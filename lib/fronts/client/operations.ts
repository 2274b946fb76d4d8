import { queryOptions } from "@tanstack/react-query";
import { operationsView } from "@/lib/fronts/admin/schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 5_000;

export function operationsQuery() {
  return queryOptions({
    queryKey: ["operations"],
    queryFn: ({ signal }) => fetchJson("/api/operator", operationsView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
