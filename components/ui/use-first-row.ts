"use client";

import { useEffect, useRef, useState } from "react";

/**
 * What a row can be reached by: the link that it is, or else the first thing in it that can be
 * pressed.
 */
const IN_A_ROW = "tbody a, tbody button, ul a, ul button";

/**
 * Leads from a search to the first row that fits, by Enter: once more opens it. `isAnswered`: the
 * rows in the area are those of what was searched for, and not of what was typed before. Give
 * `area` to what holds the list.
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
