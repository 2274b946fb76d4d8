"use client";

import { useSyncExternalStore } from "react";

const ASKED = "(prefers-reduced-motion: reduce)";

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(ASKED);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Returns whether the viewer prefers reduced motion; true until the browser has reported it. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(ASKED).matches,
    () => true,
  );
}
