import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { type PrepareTestForm, testPageView, testView } from "@/lib/test-webhooks/console-schema";

const LIST_REFRESH_MS = 15_000;
/** Somebody waits and looks. */
const WAITING_REFRESH_MS = 700;

const pathOf = (id: string) => `/api/webhooks/test/${encodeURIComponent(id)}`;

export const webhookTestQueries = {
  all: ["webhook-tests"] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: ["webhook-tests", "list"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/webhooks/test", { before: pageParam }), testPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextBefore,
      refetchInterval: LIST_REFRESH_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["webhook-tests", "detail", id],
      queryFn: ({ signal }) => fetchJson(pathOf(id), testView, { signal }),
      refetchInterval: (query) => (query.state.data?.state === "queued" ? WAITING_REFRESH_MS : false),
    }),
};

export function prepareTest(form: PrepareTestForm) {
  return fetchJson("/api/webhooks/test", testView, { method: "POST", body: form });
}

export function sendTest(id: string) {
  return fetchJson(`${pathOf(id)}/send`, testView, { method: "POST", body: {} });
}
