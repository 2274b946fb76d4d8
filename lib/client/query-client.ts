import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/client/fetch-json";

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

let shared: QueryClient | undefined;

/** One client for the life of the tab; on the server a new one for each request, so that no answer reaches another person. */
export function browserQueryClient(): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  shared ??= createQueryClient();
  return shared;
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof RequestFailure) || error.status >= 500;
}
