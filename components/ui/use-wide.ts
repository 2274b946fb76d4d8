"use client";

import { useSyncExternalStore } from "react";

/** Minimum width for two columns: the `lg` breakpoint of the styles. */
const ASKED = "(min-width: 64rem)";

/**
 * Returns whether there is room for a second column. Unknown on the server, which renders the
 * narrow page.
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
