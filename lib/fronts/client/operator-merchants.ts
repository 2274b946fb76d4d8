import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  type MerchantBlocksForm,
  type MerchantCommissionForm,
  type MerchantListQuery,
  merchantDetailView,
  merchantPageView,
} from "@/lib/fronts/admin/merchants-schema";
import { unsignedPageView } from "@/lib/fronts/admin/unsigned-schema";
import {
  type OperatorFlagForm,
  type SuspensionForm,
  type UserListQuery,
  userPageView,
} from "@/lib/fronts/admin/users-schema";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import type { GiveUpForm } from "@/lib/money-out/payouts/give-up-schema";

const UNSIGNED_REFRESH_MS = 5_000;
const done = z.object({});

export type MerchantFilter = Omit<MerchantListQuery, "cursor">;
export type UserFilter = Omit<UserListQuery, "cursor">;

const merchantAddress = (id: string) => `/api/operator/merchants/${encodeURIComponent(id)}`;
const userAddress = (id: string) => `/api/operator/users/${encodeURIComponent(id)}`;

export const merchantQueries = {
  list: (filter: MerchantFilter) =>
    infiniteQueryOptions({
      queryKey: ["operator", "merchants", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/merchants", { ...filter, cursor: pageParam }), merchantPageView, {
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["operator", "merchants", "detail", id],
      queryFn: ({ signal }) => fetchJson(merchantAddress(id), merchantDetailView, { signal }),
    }),
  unsigned: (id: string) =>
    infiniteQueryOptions({
      queryKey: ["operator", "merchants", "unsigned", id],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch(`${merchantAddress(id)}/unsigned`, { cursor: pageParam }), unsignedPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: UNSIGNED_REFRESH_MS,
    }),
};

export const userQueries = {
  list: (filter: UserFilter) =>
    infiniteQueryOptions({
      queryKey: ["operator", "users", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/users", { ...filter, cursor: pageParam }), userPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
};

export function saveMerchantBlocks({ id, ...body }: MerchantBlocksForm) {
  return fetchJson(`${merchantAddress(id)}/blocks`, done, { method: "POST", body });
}

export function saveMerchantCommission({ id, ...body }: MerchantCommissionForm) {
  return fetchJson(`${merchantAddress(id)}/commission`, done, { method: "POST", body });
}

/** Stops a merchant's file of payouts, and gives up what is not signed of it. */
export function giveUpBatch({ id, ...body }: GiveUpForm) {
  return fetchJson(`/api/operator/payout-batches/${encodeURIComponent(id)}/give-up`, done, { method: "POST", body });
}

export function saveOperatorFlag({ id, ...body }: OperatorFlagForm) {
  return fetchJson(`${userAddress(id)}/operator`, done, { method: "POST", body });
}

export function saveSuspension({ id, ...body }: SuspensionForm) {
  return fetchJson(`${userAddress(id)}/suspension`, done, { method: "POST", body });
}
