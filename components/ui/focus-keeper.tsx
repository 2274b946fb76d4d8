"use client";

import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";

export type FocusKeeperProps = {
  /** Changes whenever the list does. */
  readonly rows: readonly unknown[];
  /** A dialog about a row is open outside the list: the focus is restored when it has closed. */
  readonly isDeciding?: boolean;
  /** Contains one list; each row is an `li` with a control. */
  readonly children: ReactNode;
};

/**
 * Keeps the focus in a list whose rows disappear when they are decided: it moves to the row that
 * takes the position, or to the page's heading if none is left. Otherwise keyboard and screen
 * reader users would start at the top of the page each time.
 */
export function FocusKeeper({ rows, isDeciding = false, children }: FocusKeeperProps) {
  const area = useRef<HTMLDivElement>(null);
  const place = useRef<number | null>(null);
  const note = ({ target }: FocusEvent) => {
    // A dialog that a row renders is elsewhere in the document, and takes the focus from the row.
    if (!area.current?.contains(target)) return;
    const row = target.closest("li");
    place.current = row === null ? null : rowsIn(area.current).indexOf(row);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows say when to look, and are not looked at
  useEffect(() => {
    if (isDeciding || place.current === null || document.activeElement !== document.body) return;
    const left = rowsIn(area.current);
    const next = left[Math.min(place.current, left.length - 1)]?.querySelector<HTMLElement>("button, a");
    place.current = null;
    if (next) return next.focus();
    const heading = document.querySelector<HTMLElement>("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [rows, isDeciding]);
  return (
    // No box of its own: an empty list leaves no gap.
    <div ref={area} onFocusCapture={note} className="contents">
      {children}
    </div>
  );
}

function rowsIn(area: HTMLElement | null): HTMLLIElement[] {
  return area === null ? [] : [...area.querySelectorAll<HTMLLIElement>("ul > li")];
}
