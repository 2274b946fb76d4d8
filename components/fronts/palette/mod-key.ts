"use client";

import { useSyncExternalStore } from "react";

/**
 * Returns the name of the modifier key for shortcuts: `mod` of the hotkeys library is Command on
 * Apple devices, Control elsewhere.
 */
export function modKeyOf(platform: string): { readonly symbol: string; readonly name: "Meta" | "Control" } {
  return /mac|iphone|ipad|ipod/i.test(platform) ? { symbol: "⌘", name: "Meta" } : { symbol: "Ctrl", name: "Control" };
}

const never = () => () => undefined;

/** Returns the modifier key of the viewer's device, which the server cannot know. */
export function useModKey() {
  const platform = useSyncExternalStore(
    never,
    () => navigator.platform,
    () => "",
  );
  return modKeyOf(platform);
}
