import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { capitalEntryPageView, capitalView } from "@/lib/operations/capital-schema";
import type { TreasuryForm } from "@/lib/operations/treasury-schema";
import { type WithdrawalForm, withdrawalPageView } from "@/lib/operations/withdrawals-schema";

const REFRESH_MS = 5_000;
const done = z.object({});

export const capitalQueries = {
  sums: () =>
    queryOptions({
      queryKey: ["operator", "capital", "sums"],
      queryFn: ({ signal }) => fetchJson("/api/operator/capital", capitalView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  entries: () =>
    infiniteQueryOptions({
      queryKey: ["operator", "capital", "entries"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/capital/entries", { cursor: pageParam }), capitalEntryPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
  withdrawals: () =>
    infiniteQueryOptions({
      queryKey: ["operator", "withdrawals"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/withdrawals", { cursor: pageParam }), withdrawalPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
};

/** Fills or draws the treasury. */
export function moveTreasury(form: TreasuryForm) {
  return fetchJson("/api/operator/treasury", done, { method: "POST", body: form });
}

export function orderWithdrawal(form: WithdrawalForm) {
  return fetchJson("/api/operator/withdrawals", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function cancelWithdrawal({ id }: { id: string }) {
  return fetchJson(`/api/operator/withdrawals/${encodeURIComponent(id)}/cancel`, done, { method: "POST", body: {} });
}
