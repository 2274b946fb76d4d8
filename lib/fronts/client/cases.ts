import { infiniteQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { caseCreditPreview } from "@/lib/exceptions/case-decisions/credit-preview-schema";
import { type CaseFilterQuery, casePageView } from "@/lib/exceptions/case-list/dashboard-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";

export type CaseFilter = CaseFilterQuery;

export const caseQueries = {
  all: ["cases"] as const,
  list: (filter: CaseFilter) =>
    infiniteQueryOptions({
      queryKey: ["cases", "list", filter],
      queryFn: ({ pageParam, signal }) => readCasePage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export function readCasePage(filter: CaseFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/cases", { ...filter, ...place }), casePageView, { signal });
}

/** What crediting it would do. Moves nothing. */
export function previewCaseCredit(id: string, signal: AbortSignal) {
  return fetchJson(`/api/cases/${encodeURIComponent(id)}/credit`, caseCreditPreview, { signal });
}

export function creditCase(id: string) {
  return fetchJson(`/api/cases/${encodeURIComponent(id)}/credit`, z.object({}), { method: "POST", body: {} });
}

/** The list as a file. */
export function casesFile(filter: CaseFilter): string {
  return withSearch("/api/cases/export", filter);
}
