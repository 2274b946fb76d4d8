import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import {
  type TransferFilterQuery,
  type TransferForm,
  transferPageView,
  transferWalletsView,
} from "@/lib/transfers/dashboard-schema";

const REFRESH_MS = 15_000;

export type TransferFilter = TransferFilterQuery;

export const transferQueries = {
  all: ["transfers"] as const,
  wallets: () =>
    queryOptions({
      queryKey: ["transfers", "wallets"],
      queryFn: ({ signal }) => fetchJson("/api/transfers", transferWalletsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  history: (filter: TransferFilter) =>
    infiniteQueryOptions({
      queryKey: ["transfers", "history", filter],
      queryFn: ({ pageParam, signal }) => readTransferPage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export function readTransferPage(filter: TransferFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/transfers/history", { ...filter, ...place }), transferPageView, { signal });
}

export function orderTransfer(form: TransferForm) {
  return fetchJson("/api/transfers", z.object({}), { method: "POST", body: form });
}

/** The list as a file. */
export function transfersFile(filter: TransferFilter): string {
  return withSearch("/api/transfers/export", filter);
}
