"use client";

import { useEffect, useRef, useState } from "react";

/** The focusable element of a row: its own link, or else its first control. */
const IN_A_ROW = "tbody a, tbody button, ul a, ul button";

/**
 * Moves the focus from a search to the first matching row by Enter; a second Enter opens it.
 * `isAnswered`: the rows in the area belong to the current search text. Set `area` as the ref of
 * the list's container.
 */
export function useFirstRow(isAnswered: boolean) {
  const area = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isAnswered) return;
    setWanted(false);
    area.current?.querySelector<HTMLElement>(IN_A_ROW)?.focus();
  }, [isWanted, isAnswered]);
  return { area, onEnter: () => setWanted(true) };
}
