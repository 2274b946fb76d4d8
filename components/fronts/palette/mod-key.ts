"use client";

import { useSyncExternalStore } from "react";

/**
 * What the key is called that shortcuts are pressed with: `mod` of the hotkeys is Command on what
 * Apple makes, Control elsewhere.
 */
export function modKeyOf(platform: string): { readonly symbol: string; readonly name: "Meta" | "Control" } {
  return /mac|iphone|ipad|ipod/i.test(platform) ? { symbol: "⌘", name: "Meta" } : { symbol: "Ctrl", name: "Control" };
}

const never = () => () => undefined;

/** That of the viewer's machine; the server cannot know it. */
export function useModKey() {
  const platform = useSyncExternalStore(
    never,
    () => navigator.platform,
    () => "",
  );
  return modKeyOf(platform);
}
