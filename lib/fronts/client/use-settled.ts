"use client";

import { useEffect, useState } from "react";

const PAUSE_MS = 350;

/**
 * Returns the value once it has not changed for `pauseMs`; null while it is changing. Compares by
 * text, not by identity.
 */
export function useSettled(text: string, pauseMs = PAUSE_MS): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled === text ? settled : null;
}
