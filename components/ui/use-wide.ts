"use client";

import { useSyncExternalStore } from "react";

/** From here on a page has room for two columns: the `lg` of the styles. */
const ASKED = "(min-width: 64rem)";

/**
 * Whether there is room for something beside the page's main column. Not known on the server, which
 * draws the narrow page.
 */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(ASKED).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ASKED);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
