"use client";

import { useSyncExternalStore } from "react";
import { ZONE_COOKIE } from "@/lib/fronts/analytics/zone-cookie-format";

const YEAR_SECONDS = 31_536_000;
const subscribeToNothing = () => () => undefined;

/**
 * Returns the viewer's time zone. During hydration it is the zone that the server rendered with
 * (from the cookie of an earlier visit; null on the first one); right after, it is the browser's,
 * stored for the next visit.
 */
export function useTimeZone(drawnWith: string | null): string | null {
  return useSyncExternalStore(subscribeToNothing, ownZone, () => drawnWith);
}

let known: string | undefined;

function ownZone(): string {
  if (known !== undefined) return known;
  known = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(known)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  return known;
}
