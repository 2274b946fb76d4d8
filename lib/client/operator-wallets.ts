import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import {
  type ColdAddressForm,
  hotWalletsView,
  type SweepPolicyForm,
  type sweepNowForm,
} from "@/lib/operations/hot-wallets-schema";
import { sweepPageView } from "@/lib/operations/sweeps-schema";

const REFRESH_MS = 5_000;
const done = z.object({});

export const hotWalletQueries = {
  wallets: () =>
    queryOptions({
      queryKey: ["operator", "wallets"],
      queryFn: ({ signal }) => fetchJson("/api/operator/wallets", hotWalletsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  sweeps: () =>
    infiniteQueryOptions({
      queryKey: ["operator", "sweeps"],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/operator/sweeps", { cursor: pageParam }), sweepPageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: REFRESH_MS,
    }),
};

export function sweepNow(form: z.output<typeof sweepNowForm>) {
  return fetchJson("/api/operator/sweeps", done, { method: "POST", body: form });
}

export function saveSweepPolicy(form: SweepPolicyForm) {
  return fetchJson("/api/operator/sweep-policies", done, { method: "POST", body: form });
}

export function saveColdAddress(form: ColdAddressForm) {
  return fetchJson("/api/operator/cold-addresses", done, { method: "POST", body: form });
}
