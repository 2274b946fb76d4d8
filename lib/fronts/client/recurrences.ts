import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import {
  type RecurrenceFilterQuery,
  recurrenceDetailView,
  recurrencePageView,
} from "@/lib/money-in/recurrences/dashboard-schema";
import type { NewRecurrenceForm } from "@/lib/money-in/recurrences/new-recurrence-schema";

const DETAIL_REFRESH_MS = 5_000;

export type RecurrenceFilter = RecurrenceFilterQuery;

export const recurrenceQueries = {
  all: ["recurrences"] as const,
  list: (filter: RecurrenceFilter) =>
    infiniteQueryOptions({
      queryKey: ["recurrences", "list", filter],
      queryFn: ({ pageParam, signal }) => readRecurrencePage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["recurrences", "detail", id],
      queryFn: ({ signal }) =>
        fetchJson(`/api/recurrences/${encodeURIComponent(id)}`, recurrenceDetailView, { signal }),
      refetchInterval: DETAIL_REFRESH_MS,
    }),
};

export function readRecurrencePage(filter: RecurrenceFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/recurrences", { ...filter, ...place }), recurrencePageView, { signal });
}

export function createRecurrence(form: NewRecurrenceForm) {
  return fetchJson("/api/recurrences", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function cancelRecurrence(id: string) {
  return fetchJson(`/api/recurrences/${encodeURIComponent(id)}/cancel`, z.object({}), { method: "POST", body: {} });
}
