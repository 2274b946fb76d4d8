"use client";

import { useEffect, useState } from "react";

const PAUSE_MS = 350;

/** The value once it has stayed the same for a moment; null while it still changes. Compare by text, not by identity. */
export function useSettled(text: string): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text ? settled : null;
}
