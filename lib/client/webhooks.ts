import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { deliveryDetailView, deliveryPageView } from "@/lib/webhooks/schema";

const REFRESH_MS = 5_000;

export type DeliveryFilter = { readonly state?: string; readonly objectId?: string };

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
};

export function resendWebhook(id: string) {
  return fetchJson(`/api/webhooks/${encodeURIComponent(id)}/resend`, z.object({}), { method: "POST", body: {} });
}
