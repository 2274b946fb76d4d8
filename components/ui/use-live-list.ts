"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { countNews } from "@/components/ui/count-news";

/** A list changes without user action. Hidden tabs do not poll. */
const REFRESH_MS = 8_000;
/** Scrolled further than this somebody is reading, and moving rows would be lost. */
const AWAY_PIXELS = 240;

type PageOfRows<Row> = {
  readonly items: Row[];
  readonly firstCursor: string | null;
  readonly nextCursor: string | null;
};

export type LiveListSource<Row> = {
  /** Key under which the server may have prefetched the first page. */
  readonly queryKey: readonly unknown[];
  /** Reads the page after `cursor`; without it, the newest rows. */
  readonly readPage: (place: { cursor?: string | null }, signal: AbortSignal) => Promise<PageOfRows<Row>>;
};

/**
 * A list that refreshes automatically while its beginning is visible. Further down, or once more
 * pages were loaded, nothing moves: new rows are only counted, and shown on request.
 */
export function useLiveList<Row extends { readonly id: string }>({ queryKey, readPage }: LiveListSource<Row>) {
  const client = useQueryClient();
  const isDown = useSyncExternalStore(
    onScroll,
    () => window.scrollY > AWAY_PIXELS,
    () => false,
  );
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage({ cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isDown || (state.data?.pages.length ?? 0) > 1 ? false : REFRESH_MS),
    refetchOnWindowFocus: ({ state }) => !isDown && (state.data?.pages.length ?? 0) <= 1,
  });
  const pages = query.data?.pages ?? [];
  const first = pages[0]?.firstCursor ?? null;
  const isAway = (isDown || pages.length > 1) && first !== null;
  const newer = useQuery({
    queryKey: [...queryKey, "newer", first],
    // Refetches the whole first page instead of the rows before the first one: a row gets its time
    // and number before others can see it, so it can appear below the first.
    queryFn: ({ signal }) => readPage({}, signal),
    enabled: isAway,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  const count = isAway ? countNews(pages, newer.data?.items ?? []) : 0;
  const showNewer = () => {
    window.scrollTo({ top: 0 });
    void client.resetQueries({ queryKey, exact: true });
  };
  return { query, news: { count, showNewer } };
}

function onScroll(onScrolled: () => void): () => void {
  window.addEventListener("scroll", onScrolled, { passive: true });
  return () => window.removeEventListener("scroll", onScrolled);
}
