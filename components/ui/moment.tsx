"use client";

import { useSyncExternalStore } from "react";

const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
const TICK_MS = 30_000;
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

export type MomentProps = { readonly at: string; readonly style?: "relative" | "exact" };

/**
 * A moment in the viewer's own zone and language. The server cannot know either: it writes UTC, and the browser replaces it.
 */
export function Moment({ at, style = "exact" }: MomentProps) {
  const now = useSyncExternalStore(subscribe, currentTick, () => 0);
  const moment = new Date(at);
  const exact = now === 0 ? `${at.slice(0, 16).replace("T", " ")} UTC` : moment.toLocaleString(undefined, FORMAT);
  const text = style === "relative" && now !== 0 ? relative(moment.getTime(), now) : exact;
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}

function relative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** One clock for all moments on the page. */
function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

function currentTick(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS + TICK_MS;
}
