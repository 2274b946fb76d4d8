"use client";

import { keepPreviousData, type QueryFunction, type QueryKey, type SkipToken, useQuery } from "@tanstack/react-query";
import type { ListCounts, ListTotals } from "@/lib/kernel/paging/tab-counts-schema";

/** Less often than the rows: counting reads more of them. */
const REFRESH_MS = 30_000;

type Counts = ListCounts & { readonly totals?: ListTotals | null };
type CountsOptions = { readonly queryKey: QueryKey; readonly queryFn?: QueryFunction<Counts> | SkipToken };

/**
 * The counts of a list's tabs; those of an earlier filter stay until the new ones are known. Totals
 * of an earlier filter are never shown: nothing would tell them from those of the rows below.
 */
export function useListCounts(options: CountsOptions): Counts | undefined {
  const { data, isPlaceholderData } = useQuery<Counts>({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return data && isPlaceholderData ? { counts: data.counts } : data;
}
