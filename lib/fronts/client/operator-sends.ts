import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type EndSendForm, type SendListQuery, sendDetailView, sendPageView } from "@/lib/fronts/admin/sends-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import type { GiveUpForm } from "@/lib/money-out/payouts/give-up-schema";

const LIST_REFRESH_MS = 5_000;
const DETAIL_REFRESH_MS = 2_500;

export type SendFilter = Omit<SendListQuery, "cursor">;

export const sendQueries = {
  list: (filter: SendFilter) =>
    infiniteQueryOptions({
      queryKey: ["operator", "sends", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/sends", { ...filter, cursor: pageParam }), sendPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: LIST_REFRESH_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["operator", "sends", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/operator/sends/${encodeURIComponent(id)}`, sendDetailView, { signal }),
      refetchInterval: DETAIL_REFRESH_MS,
    }),
};

/** Has a worker ask the nodes whether the transaction of a send is dead, and end it if so. */
export function endDeadSend(id: string) {
  return fetchJson(`/api/operator/sends/${encodeURIComponent(id)}/end-dead`, z.object({}), {
    method: "POST",
    body: {},
  });
}

/** Ends a send for which nothing is signed. */
export function endSend({ id, ...body }: EndSendForm) {
  return fetchJson(`/api/operator/sends/${encodeURIComponent(id)}/end`, z.object({}), { method: "POST", body });
}

/** Gives up a payout for which nothing is signed: all of it returns to its merchant. */
export function giveUpPayout({ id, ...body }: GiveUpForm) {
  return fetchJson(`/api/operator/payouts/${encodeURIComponent(id)}/give-up`, z.object({}), { method: "POST", body });
}
