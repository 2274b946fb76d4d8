import { queryOptions } from "@tanstack/react-query";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import { SEARCH_CHARACTERS_MIN, type SearchKind, searchView } from "@/lib/fronts/dashboard/search-schema";

/** What is found for a text; nothing is asked while it is too short. */
export function searchQueryOptions(text: string, kind?: SearchKind) {
  const q = text.trim();
  return queryOptions({
    queryKey: ["search", q, kind ?? null],
    queryFn: ({ signal }) => fetchJson(withSearch("/api/search", { q, kind }), searchView, { signal }),
    enabled: q.length >= SEARCH_CHARACTERS_MIN,
  });
}
