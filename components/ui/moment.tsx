"use client";

import { useSyncExternalStore } from "react";

const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
/** Format of the tooltip: with time zone and seconds. */
const WHOLE: Intl.DateTimeFormatOptions = { dateStyle: "full", timeStyle: "long" };
const TICK_MS = 30_000;
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const satisfies readonly (readonly [Intl.RelativeTimeFormatUnit, number])[];

export type MomentProps = { readonly at: string; readonly style?: "relative" | "exact" };

/**
 * A time in the viewer's own zone and language. The server knows neither: it renders UTC, and the
 * browser replaces it.
 */
export function Moment({ at, style = "exact" }: MomentProps) {
  const now = useSyncExternalStore(subscribe, currentTick, () => 0);
  const moment = new Date(at);
  const utc = `${at.slice(0, 16).replace("T", " ")} UTC`;
  const exact = now === 0 ? utc : moment.toLocaleString(undefined, FORMAT);
  const text = style === "relative" && now !== 0 ? relative(moment.getTime(), now) : exact;
  return (
    <time dateTime={at} title={now === 0 ? utc : wholeMoment(moment)} className="whitespace-nowrap tabular-nums">
      {text}
    </time>
  );
}

/** `Saturday, November 21, 2026 at 11:05:09 AM GMT+1`: states the zone. */
export function wholeMoment(moment: Date, zone?: string): string {
  return new Intl.DateTimeFormat(undefined, { ...WHOLE, ...(zone !== undefined && { timeZone: zone }) }).format(moment);
}

function relative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** One timer for all times on the page. */
function subscribe(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

function currentTick(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS + TICK_MS;
}
