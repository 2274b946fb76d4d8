"use client";

import { useEffect, useRef } from "react";
import { hasNoDialog } from "@/components/ui/no-dialog";
import { rowAfter } from "@/components/ui/row-keys";

const SEQUENCE_MS = 1_000;
const LIST = "[data-row-list]";
const TYPED_IN = "input, textarea, select, [contenteditable]";

/**
 * Moves the focus through the rows of a list by j and k, and by the arrows once a row has it; Enter
 * opens the row as any link. Set the result on the list's container. Of several lists on a page it
 * is the one with the focus, or else the first.
 */
export function useRowKeys() {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let last = { key: "", at: 0 };
    const onKey = (event: KeyboardEvent) => {
      const before = event.timeStamp - last.at < SEQUENCE_MS ? last.key : null;
      last = { key: event.key, at: event.timeStamp };
      const list = area.current;
      if (list === null || isElsewhere(event) || listOfFocus() !== list) return;
      const rows = rowsOf(list);
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      const next = rowAfter({ key: event.key, before, current, count: rows.length });
      if (next === null) return;
      event.preventDefault();
      controlOf(rows[next])?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { ref: area, "data-row-list": true } as const;
}

/** Typed into a field, meant for a dialog, or a shortcut of the browser. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  return (event.target instanceof Element && event.target.closest(TYPED_IN) !== null) || !hasNoDialog();
}

function listOfFocus(): Element | null {
  return document.activeElement?.closest(LIST) ?? document.querySelector(`main ${LIST}`);
}

/** Rows of a table, or items of a list, without lists inside them, that can be opened. */
function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("tbody > tr, li")].filter(
    (row) => row.parentElement?.closest("tbody > tr, li") === null && controlOf(row) !== null,
  );
}

function controlOf(row: HTMLElement | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(".row-link") ?? row?.querySelector<HTMLElement>("a, button") ?? null;
}
