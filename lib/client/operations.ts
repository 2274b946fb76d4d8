import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { operationsView } from "@/lib/operations/schema";

const REFRESH_MS = 5_000;

export function operationsQuery() {
  return queryOptions({
    queryKey: ["operations"],
    queryFn: ({ signal }) => fetchJson("/api/operator", operationsView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
