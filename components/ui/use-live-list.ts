"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { countNews } from "@/components/ui/count-news";

/** A list moves on its own. Hidden tabs do not ask. */
const REFRESH_MS = 8_000;
/** Further down than this somebody reads, and rows that move would be lost. */
const AWAY_PIXELS = 240;

type PageOfRows<Row> = {
  readonly items: Row[];
  readonly firstCursor: string | null;
  readonly nextCursor: string | null;
};

export type LiveListSource<Row> = {
  /** Under which the server may have fetched the first page ahead. */
  readonly queryKey: readonly unknown[];
  /** A page that is older than `cursor`; the newest rows without it. */
  readonly readPage: (place: { cursor?: string | null }, signal: AbortSignal) => Promise<PageOfRows<Row>>;
};

/**
 * A list that is kept fresh by itself while its beginning is in sight. Further down, or once more
 * pages were asked for, nothing moves: it is only counted what is new, and shown when it is wished.
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
    // The newest page anew, not what is after the first row: a row gets its time and number before
    // it is seen by others, so that one can come in below the first.
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
