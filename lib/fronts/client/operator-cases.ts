import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  caseRefundPreview,
  type OperatorCaseListQuery,
  operatorCaseDetailView,
  operatorCasePageView,
  unownedCreditPreview,
} from "@/lib/fronts/admin/cases-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 10_000;
const done = z.object({});
const PATH = "/api/operator/cases";

const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export type OperatorCaseFilter = Omit<OperatorCaseListQuery, "cursor">;

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
  detail: (id: string) =>
    queryOptions({
      queryKey: ["operator", "cases", "detail", id],
      queryFn: ({ signal }) => fetchJson(pathOf(id), operatorCaseDetailView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  /** What crediting it to a merchant means; empty: nobody is chosen yet. */
  creditPreview: (id: string, merchantId: string) =>
    queryOptions({
      queryKey: ["operator", "cases", "credit-preview", id, merchantId],
      queryFn: ({ signal }) =>
        fetchJson(withSearch(`${pathOf(id)}/credit`, { merchantId }), unownedCreditPreview, { signal }),
      enabled: merchantId !== "",
      retry: false,
    }),
  /** What refunding costs; `address` empty: to where it came from. */
  refundPreview: (id: string, address: string) =>
    queryOptions({
      queryKey: ["operator", "cases", "refund-preview", id, address],
      queryFn: ({ signal }) =>
        fetchJson(withSearch(`${pathOf(id)}/refund`, { address }), caseRefundPreview, { signal }),
      retry: false,
    }),
};

/** Asks the payer about a held payment, again where that was done before. */
export function askPayer({ id }: { id: string }) {
  return fetchJson(`${pathOf(id)}/questionnaire`, done, { method: "POST", body: {} });
}

/** `merchantId` says who gets the money of a case without an owner. */
export function creditOperatorCase({ id, ...body }: { id: string; merchantId?: string }) {
  return fetchJson(`${pathOf(id)}/credit`, done, { method: "POST", body });
}

export function refundOperatorCase({ id, ...body }: { id: string; address: string }) {
  return fetchJson(`${pathOf(id)}/refund`, done, { method: "POST", body });
}
