import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import {
  approvedView,
  type BatchRowGroup,
  batchCheckView,
  batchDetailView,
  batchItemsView,
  batchPageView,
} from "@/lib/payout-batches/schema";

/** While rows are being ordered something happens every second; a list moves on its own. */
const MOVING_REFRESH_MS = 2_000;
const STILL_REFRESH_MS = 30_000;
/** All pages that were opened are read again each time: a thousand rows move slower than the first hundred. */
const PAGES_AT_ONCE = 2;

const pathOf = (id: string) => `/api/payout-batches/${encodeURIComponent(id)}`;

export const batchPaths = {
  template: () => "/api/payout-batches/template",
  export: (id: string) => `${pathOf(id)}/export`,
};

export const batchQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ["payout-batches", "list"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/payout-batches", { cursor: pageParam }), batchPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: STILL_REFRESH_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["payout-batches", "detail", id],
      queryFn: ({ signal }) => fetchJson(pathOf(id), batchDetailView, { signal }),
      refetchInterval: (query) => (query.state.data?.isMoving === false ? STILL_REFRESH_MS : MOVING_REFRESH_MS),
    }),
  /** What a file that is not ordered yet would do. Looked at anew each time: balances and fees move. */
  check: (id: string) =>
    queryOptions({
      queryKey: ["payout-batches", "check", id],
      queryFn: ({ signal }) => fetchJson(`${pathOf(id)}/check`, batchCheckView, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
  rows: (id: string, group: BatchRowGroup | null, isMoving: boolean) =>
    infiniteQueryOptions({
      queryKey: ["payout-batches", "rows", id, group],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch(`${pathOf(id)}/rows`, { group, cursor: pageParam }), batchItemsView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: ({ state }) =>
        isMoving && (state.data?.pages.length ?? 0) <= PAGES_AT_ONCE ? MOVING_REFRESH_MS : STILL_REFRESH_MS,
    }),
};

/** Has a file looked at. Nothing is ordered. */
export function uploadBatch({ name, content }: { name: string; content: Blob | string }) {
  const path = withSearch("/api/payout-batches", { fileName: name });
  return fetchJson(path, batchCheckView, { method: "POST", file: content });
}

export function confirmBatch({ id, isRepeatMeant }: { id: string; isRepeatMeant: boolean }) {
  return fetchJson(`${pathOf(id)}/confirm`, z.object({}), { method: "POST", body: { isRepeatMeant } });
}

export function cancelBatch(id: string) {
  return fetchJson(`${pathOf(id)}/cancel`, z.object({}), { method: "POST", body: {} });
}

export function approveBatch(id: string) {
  return fetchJson(`${pathOf(id)}/approve`, approvedView, { method: "POST", body: {} });
}
