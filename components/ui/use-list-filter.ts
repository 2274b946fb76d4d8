"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SearchOptions } from "@/components/ui/filter-bar";

/** Further ways to narrow a list, as the address bar has them: codes, and days of the viewer's own calendar. */
export const NARROWINGS = ["coin", "network", "currency", "from", "to"] as const;
export type Narrowing = (typeof NARROWINGS)[number];

/** What the server is asked for. */
export type AskedFilter<Group extends string> = {
  readonly status?: Group;
  readonly q?: string;
  readonly coin?: string;
  readonly network?: string;
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
};

/** A list's filter as the address bar has it, and the ways to change it. */
export type ListFilter<Group extends string> = {
  readonly status: Group | null;
  /** As it was typed. */
  readonly search: string;
  readonly narrowed: Readonly<Record<Narrowing, string | null>>;
  readonly asked: AskedFilter<Group>;
  readonly isFiltered: boolean;
  readonly choose: (status: Group | null) => void;
  readonly searchFor: (text: string | null, options: SearchOptions) => void;
  readonly narrow: (by: Narrowing, value: string | null) => void;
  readonly clear: () => void;
};

/** The filter of a list. It lives in the address bar, so that it can be sent to somebody. */
export function useListFilter<Group extends string>(groups: readonly Group[]): ListFilter<Group> {
  const [{ status, q, ...narrowed }, set] = useQueryStates({
    status: parseAsStringLiteral(groups),
    q: parseAsString.withDefault(""),
    coin: parseAsString,
    network: parseAsString,
    currency: parseAsString,
    from: parseAsString,
    to: parseAsString,
  });
  const text = q.trim();
  const { coin, network, currency } = narrowed;
  const [from, to] = [startOfDay(narrowed.from, 0), startOfDay(narrowed.to, 1)];
  return {
    status,
    search: q,
    narrowed,
    asked: {
      ...(status && { status }),
      ...(text !== "" && { q: text }),
      ...(coin && { coin }),
      ...(network && { network }),
      ...(currency && { currency }),
      ...(from && { from }),
      ...(to && { to }),
    },
    isFiltered: status !== null || q !== "" || Object.values(narrowed).some((value) => value !== null),
    choose: (chosen) => void set({ status: chosen }),
    searchFor: (typed, options) => void set({ q: typed }, options),
    narrow: (by, value) => void set({ [by]: value }),
    clear: () => void set(null),
  };
}

/** The moment at which a day begins where the viewer is, `more` days later; null for what is no day. */
function startOfDay(day: string | null, more: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const moment = new Date(Number.parseInt(year, 10), Number.parseInt(month, 10) - 1, Number.parseInt(date, 10) + more);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
