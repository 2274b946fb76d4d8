"use client";

import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type PreviewState, previewStateOf } from "@/components/ui/preview-state";
import { useSettled } from "@/lib/fronts/client/use-settled";

/** Long enough that nobody is asked about every key, short enough to feel at once. */
const PAUSE_MS = 250;
const TICK_MS = 1_000;
/** Fees and rates move: a preview is asked for again before it is old, and as soon as it is. */
const REFRESH_MS = 15_000;
const REFRESH_LEAST_MS = 1_000;
const MILLISECONDS = 1_000;

export type LivePreview<Input, Preview> = {
  /** Tells its questions from all others. */
  readonly name: readonly string[];
  readonly read: (asked: Input, signal: AbortSignal) => Promise<Preview>;
  /** For how long an answer holds; left out: as long as no newer one is there. */
  readonly validSeconds?: (preview: Preview) => number;
  /** How often it is asked for again at the most, where that is not as often as figures are. */
  readonly refreshMs?: number;
};

/**
 * The question about one input; null asks nothing. An answer is kept under the input that it was
 * asked with, so that one that comes late belongs to no other; what nobody waits for any more is
 * aborted. What cannot be answered is said at once, and asked again a little later.
 */
export function livePreview<Input, Preview>(
  { name, read, validSeconds, refreshMs = REFRESH_MS }: LivePreview<Input, Preview>,
  asked: Input | null,
) {
  return queryOptions({
    queryKey: [...name, asked],
    queryFn: asked === null ? skipToken : ({ signal }) => read(asked, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || validSeconds === undefined) return refreshMs;
      return Math.min(refreshMs, REFRESH_LEAST_MS + validSeconds(data) * MILLISECONDS);
    },
  });
}

/**
 * What the form as it is now would do. `input` is what the server is asked with; null while not
 * enough is filled in.
 */
export function useLivePreview<Input, Preview>(
  preview: LivePreview<Input, Preview>,
  input: Input | null,
): PreviewState<Preview> {
  const settled = useSettled(JSON.stringify(input), PAUSE_MS);
  const asked: Input | null = settled === null ? null : JSON.parse(settled);
  const { data, error, dataUpdatedAt: answeredAt, fetchStatus } = useQuery(livePreview(preview, asked));
  const validSeconds = data === undefined ? null : (preview.validSeconds?.(data) ?? null);
  const now = useNow(validSeconds !== null);
  const isPaused = fetchStatus === "paused";
  return previewStateOf(input !== null, asked !== null, { data, error, validSeconds, answeredAt, now, isPaused });
}

/** The time, every second while it matters. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
