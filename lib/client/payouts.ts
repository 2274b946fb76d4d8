import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { type NewPayoutForm, type PayoutPreviewForm, payoutPreviewView } from "@/lib/payouts/dashboard-form-schema";
import { type PayoutFilterQuery, payoutDetailView, payoutPageView } from "@/lib/payouts/dashboard-schema";

/** Until it is final a payout moves on its own. */
const OPEN_REFRESH_MS = 2_500;
const FINAL_REFRESH_MS = 30_000;

export type PayoutFilter = PayoutFilterQuery;

export const payoutQueries = {
  all: ["payouts"] as const,
  list: (filter: PayoutFilter) =>
    infiniteQueryOptions({
      queryKey: ["payouts", "list", filter],
      queryFn: ({ pageParam, signal }) => readPayoutPage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["payouts", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/payouts/${encodeURIComponent(id)}`, payoutDetailView, { signal }),
      refetchInterval: (query) => (query.state.data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS),
    }),
};

export function readPayoutPage(filter: PayoutFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/payouts", { ...filter, ...place }), payoutPageView, { signal });
}

/** The list as a file. */
export function payoutsFile(filter: PayoutFilter): string {
  return withSearch("/api/payouts/export", filter);
}

/** What a payout like this would do. Orders nothing. */
export function previewPayout(form: PayoutPreviewForm, signal: AbortSignal) {
  return fetchJson("/api/payouts/preview", payoutPreviewView, { method: "POST", body: form, signal });
}

export function createPayout(form: NewPayoutForm) {
  return fetchJson("/api/payouts", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function cancelPayout(id: string) {
  return fetchJson(`/api/payouts/${encodeURIComponent(id)}/cancel`, z.object({}), { method: "POST", body: {} });
}
