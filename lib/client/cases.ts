import { infiniteQueryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { casePageView } from "@/lib/cases/dashboard-schema";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";

const REFRESH_MS = 10_000;
const done = z.object({});

export type CaseFilter = { readonly status: "open" | "closed" };
/** A merchant's own cases, or the operator's: those without an owner. */
export type CaseScope = "merchant" | "operator";

const PATHS: Record<CaseScope, string> = { merchant: "/api/cases", operator: "/api/operator/cases" };

export const caseQueries = {
  all: ["cases"] as const,
  list: (scope: CaseScope, filter: CaseFilter) =>
    infiniteQueryOptions({
      queryKey: ["cases", "list", scope, filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch(PATHS[scope], { ...filter, cursor: pageParam }), casePageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
};

/** `merchantId` says who gets the money of a case without an owner. */
export function creditCase(scope: CaseScope, decision: { id: string; merchantId?: string }) {
  const { id, ...body } = decision;
  return fetchJson(`${PATHS[scope]}/${encodeURIComponent(id)}/credit`, done, { method: "POST", body });
}
