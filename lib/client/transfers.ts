import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { type TransferForm, transferPageView, transferWalletsView } from "@/lib/transfers/dashboard-schema";

const REFRESH_MS = 15_000;

export const transferQueries = {
  all: ["transfers"] as const,
  wallets: () =>
    queryOptions({
      queryKey: ["transfers", "wallets"],
      queryFn: ({ signal }) => fetchJson("/api/transfers", transferWalletsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  history: () =>
    infiniteQueryOptions({
      queryKey: ["transfers", "history"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/transfers/history", { cursor: pageParam }), transferPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
};

export function orderTransfer(form: TransferForm) {
  return fetchJson("/api/transfers", z.object({}), { method: "POST", body: form });
}

/** The history as a file. */
export const TRANSFERS_FILE = "/api/transfers/export";
