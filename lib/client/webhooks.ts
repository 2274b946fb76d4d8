import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { type DeliveryFilter, deliveryDetailView, deliveryPageView, failingEndpointsView } from "@/lib/webhooks/schema";

const REFRESH_MS = 5_000;

export const webhookQueries = {
  all: ["webhooks"] as const,
  list: (filter: DeliveryFilter) =>
    infiniteQueryOptions({
      queryKey: ["webhooks", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/webhooks", { ...filter, before: pageParam }), deliveryPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextBefore,
      refetchInterval: REFRESH_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["webhooks", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/webhooks/${encodeURIComponent(id)}`, deliveryDetailView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  failing: () =>
    queryOptions({
      queryKey: ["webhooks", "failing"],
      queryFn: ({ signal }) =>
        fetchJson("/api/webhooks/failing", z.object({ items: failingEndpointsView }), { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

/** The same list as a file. */
export function webhookExportUrl(filter: DeliveryFilter): string {
  return withSearch("/api/webhooks/export", filter);
}

export function resendWebhook(id: string) {
  return fetchJson(`/api/webhooks/${encodeURIComponent(id)}/resend`, z.object({}), { method: "POST", body: {} });
}
