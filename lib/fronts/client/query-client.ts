import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";

/** Above zero, or what the server prefetched would be fetched again at once. */
const STALE_MS = 10_000;
const RETRIES_MAX = 2;

/** The settings that server and browser share. */
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
 * One client for each merchant whose pages this tab shows, and one (null) for what is about none,
 * for the life of the tab: no answer about one merchant is ever found by the pages of another. On
 * the server a new one for each request, so that none reaches another person.
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
