"use client";

import { useEffect, useState } from "react";

const PAUSE_MS = 350;

/**
 * The value once it has stayed the same for a moment; null while it still changes. Compare by text,
 * not by identity.
 */
export function useSettled(text: string, pauseMs = PAUSE_MS): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled === text ? settled : null;
}
