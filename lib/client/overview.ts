import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { overviewView } from "@/lib/dashboard/overview-schema";
import { walletListView } from "@/lib/merchants/wallet-schema";

const REFRESH_MS = 15_000;
/** The newest payments are watched. */
const OVERVIEW_REFRESH_MS = 8_000;

export function overviewQuery() {
  return queryOptions({
    queryKey: ["overview"],
    queryFn: ({ signal }) => fetchJson("/api/overview", overviewView, { signal }),
    refetchInterval: OVERVIEW_REFRESH_MS,
  });
}

/** Of whoever is signed in. */
export function personalBalancesQuery() {
  return queryOptions({
    queryKey: ["balances", "personal"],
    queryFn: ({ signal }) => fetchJson("/api/balances/personal", walletListView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function balancesQuery() {
  return queryOptions({
    queryKey: ["balances"],
    queryFn: ({ signal }) => fetchJson("/api/balances", walletListView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
