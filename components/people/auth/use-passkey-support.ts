"use client";

import { useSyncExternalStore } from "react";
import { type PasskeySupport, passkeySupport } from "@/components/people/auth/passkey-browser";
import type { PasskeyPlaceView } from "@/lib/people/identity/second-factor-schema";

/** Returns null during server rendering, since only the browser knows. */
export function usePasskeySupport(place: PasskeyPlaceView): PasskeySupport | null {
  const isInBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return isInBrowser ? passkeySupport(place) : null;
}
