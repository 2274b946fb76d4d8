import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { deadJobPageView, jobKindsView, retriedView } from "@/lib/fronts/admin/jobs-schema";
import { type ApproveReversalForm, reversalsView } from "@/lib/fronts/admin/reversals-schema";
import { lostWebhookPageView } from "@/lib/fronts/admin/webhooks-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 5_000;
const done = z.object({});

export const jobQueries = {
  kinds: () =>
    queryOptions({
      queryKey: ["operator", "jobs", "kinds"],
      queryFn: ({ signal }) => fetchJson("/api/operator/jobs", jobKindsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  dead: (filter: { readonly kind?: string }) =>
    infiniteQueryOptions({
      queryKey: ["operator", "jobs", "dead", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/jobs/dead", { ...filter, cursor: pageParam }), deadJobPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
};

export const lostWebhookQueries = {
  list: (filter: { readonly merchant?: string; readonly q?: string }) =>
    infiniteQueryOptions({
      queryKey: ["operator", "webhooks", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/webhooks", { ...filter, cursor: pageParam }), lostWebhookPageView, {
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export function reversalsQuery() {
  return queryOptions({
    queryKey: ["operator", "reversals"],
    queryFn: ({ signal }) => fetchJson("/api/operator/reversals", reversalsView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function retryJob(id: string) {
  return fetchJson(`/api/operator/jobs/${encodeURIComponent(id)}/retry`, retriedView, { method: "POST", body: {} });
}

export function retryJobKind(kind: string) {
  return fetchJson("/api/operator/jobs/retry", retriedView, { method: "POST", body: { kind } });
}

/** Sends a webhook of any merchant again with the same bytes. */
export function resendLostWebhook(id: string) {
  return fetchJson(`/api/operator/webhooks/${encodeURIComponent(id)}/resend`, done, { method: "POST", body: {} });
}

export function approveReversal({ id, ...body }: ApproveReversalForm) {
  return fetchJson(`/api/operator/reversals/${encodeURIComponent(id)}/approve`, done, { method: "POST", body });
}

export function dismissAlarm(id: string) {
  return fetchJson(`/api/operator/alarms/${encodeURIComponent(id)}/dismiss`, done, { method: "POST", body: {} });
}
