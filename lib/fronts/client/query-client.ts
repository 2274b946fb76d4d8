import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";

/** Above zero; otherwise data prefetched by the server would be fetched again at once. */
const STALE_MS = 10_000;
const RETRIES_MAX = 2;

/** Settings shared by server and browser. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isWorthRetrying(error),
      },
    },
  });
}

const ofTab = new Map<string | null, QueryClient>();

/**
 * Returns one client per merchant shown in this tab, and one (null) for data about no merchant, for
 * the life of the tab: pages of one merchant never find data of another. On the server, returns a
 * new one for each request, so that no data reaches another user.
 */
export function browserQueryClient(merchantId: string | null): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  const client = ofTab.get(merchantId) ?? createQueryClient();
  ofTab.set(merchantId, client);
  return client;
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof RequestFailure) || error.status >= 500;
}
