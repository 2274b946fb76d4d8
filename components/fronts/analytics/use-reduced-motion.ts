"use client";

import { useSyncExternalStore } from "react";

const ASKED = "(prefers-reduced-motion: reduce)";

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ASKED);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether the viewer wants nothing to move. Until the browser has said so, nothing does. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(ASKED).matches,
    () => true,
  );
}
