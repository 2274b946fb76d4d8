"use client";

import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type PreviewState, previewStateOf } from "@/components/ui/preview-state";
import { useSettled } from "@/lib/fronts/client/use-settled";

/** Long enough not to send a request per key press, short enough to feel immediate. */
const PAUSE_MS = 250;
const TICK_MS = 1_000;
/** Fees and rates change: a preview is refetched before it expires, or as soon as it does. */
const REFRESH_MS = 15_000;
const REFRESH_LEAST_MS = 1_000;
const MILLISECONDS = 1_000;

export type LivePreview<Input, Preview> = {
  /** Distinguishes its queries from all others. */
  readonly name: readonly string[];
  readonly read: (asked: Input, signal: AbortSignal) => Promise<Preview>;
  /** Validity of a response; omitted: until a newer one arrives. */
  readonly validSeconds?: (preview: Preview) => number;
  /** Minimum interval between refetches, if it differs from the default. */
  readonly refreshMs?: number;
};

/**
 * Returns the query for one input; null sends no request. A response is cached under the input of
 * its request, so that a late one cannot belong to another; requests that nobody waits for are
 * aborted. An error is shown at once, and retried a little later.
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
 * Returns the effect of the current form. `input` is the server's input; null while the form is
 * incomplete.
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

/** Returns the time, every second while needed. */
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
