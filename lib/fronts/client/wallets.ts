import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import {
  type WalletFilterQuery,
  walletDetailView,
  walletPageView,
} from "@/lib/money-in/static-wallets/dashboard-schema";
import type { NewWalletForm } from "@/lib/money-in/static-wallets/new-wallet-schema";

const DETAIL_REFRESH_MS = 5_000;

export type WalletFilter = WalletFilterQuery;

export const walletQueries = {
  all: ["wallets"] as const,
  list: (filter: WalletFilter) =>
    infiniteQueryOptions({
      queryKey: ["wallets", "list", filter],
      queryFn: ({ pageParam, signal }) => readWalletPage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["wallets", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/wallets/${encodeURIComponent(id)}`, walletDetailView, { signal }),
      refetchInterval: DETAIL_REFRESH_MS,
    }),
};

export function readWalletPage(filter: WalletFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/wallets", { ...filter, ...place }), walletPageView, { signal });
}

/** The list as a file. */
export function walletsFile(filter: WalletFilter): string {
  return withSearch("/api/wallets/export", filter);
}

export function createWallet(form: NewWalletForm) {
  return fetchJson("/api/wallets", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function blockWallet({ id, isForceRefund }: { id: string; isForceRefund: boolean }) {
  const path = `/api/wallets/${encodeURIComponent(id)}/block`;
  return fetchJson(path, z.object({}), { method: "POST", body: { isForceRefund } });
}
