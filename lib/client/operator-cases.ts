import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { caseRefundPreview, type OperatorCaseListQuery, operatorCasePageView } from "@/lib/operations/cases-schema";

const REFRESH_MS = 10_000;
const done = z.object({});
const PATH = "/api/operator/cases";

export type OperatorCaseFilter = Pick<OperatorCaseListQuery, "group" | "status">;

export const operatorCaseQueries = {
  list: (filter: OperatorCaseFilter) =>
    infiniteQueryOptions({
      queryKey: ["operator", "cases", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch(PATH, { ...filter, cursor: pageParam }), operatorCasePageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
  /** What refunding costs; `address` empty: to where it came from. */
  refundPreview: (id: string, address: string) =>
    queryOptions({
      queryKey: ["operator", "cases", "refund-preview", id, address],
      queryFn: ({ signal }) =>
        fetchJson(withSearch(`${PATH}/${encodeURIComponent(id)}/refund`, { address }), caseRefundPreview, { signal }),
      retry: false,
    }),
};

/** `merchantId` says who gets the money of a case without an owner. */
export function creditOperatorCase({ id, ...body }: { id: string; merchantId?: string }) {
  return fetchJson(`${PATH}/${encodeURIComponent(id)}/credit`, done, { method: "POST", body });
}

export function refundOperatorCase({ id, ...body }: { id: string; address: string }) {
  return fetchJson(`${PATH}/${encodeURIComponent(id)}/refund`, done, { method: "POST", body });
}
