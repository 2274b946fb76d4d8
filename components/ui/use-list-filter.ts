"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SearchOptions } from "@/components/ui/filter-bar";
import type { TableSorting } from "@/components/ui/table-column";
import { type ListSort, TIME_SORTS } from "@/lib/kernel/paging/list-schema";

/** Further filters of a list in the URL: codes, and days of the viewer's own calendar. */
export const NARROWINGS = ["coin", "network", "currency", "kind", "from", "to"] as const;
export type Narrowing = (typeof NARROWINGS)[number];

const FIRST_SORT = TIME_SORTS[0];

/** The sorted column of a table, and its direction. */
const SORTED: Readonly<Record<ListSort, TableSorting["sorted"]>> = {
  newest: { id: "created", desc: true },
  oldest: { id: "created", desc: false },
  largest: { id: "worth", desc: true },
  smallest: { id: "worth", desc: false },
};

/** The query sent to the server. */
export type AskedFilter<Group extends string, Sort extends ListSort = ListSort> = {
  readonly status?: Group;
  readonly q?: string;
  readonly coin?: string;
  readonly network?: string;
  readonly currency?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
  readonly sort?: Sort;
};

/** A list's filter from the URL, and its setters. */
export type ListFilter<Group extends string, Sort extends ListSort = ListSort> = {
  readonly status: Group | null;
  /** As typed. */
  readonly search: string;
  readonly narrowed: Readonly<Record<Narrowing, string | null>>;
  readonly asked: AskedFilter<Group, Sort>;
  readonly isFiltered: boolean;
  /** Whether anything except the status is filtered. */
  readonly isNarrowed: boolean;
  /** For a table whose columns `created` and `worth` the server sorts by. */
  readonly sorting: TableSorting;
  readonly choose: (status: Group | null) => void;
  readonly searchFor: (text: string | null, options: SearchOptions) => Promise<unknown>;
  readonly narrow: (by: Narrowing, value: string | null) => void;
  readonly clear: () => void;
};

export type ListFilterOptions<Sort extends ListSort> = {
  readonly sorts: readonly Sort[];
  /** Name of the status parameter in the URL. */
  readonly statusName?: string;
};

/** The filter and order of a list. They are stored in the URL, so that they can be shared. */
export function useListFilter<Group extends string, Sort extends ListSort = (typeof TIME_SORTS)[number]>(
  groups: readonly Group[],
  { sorts, statusName = "status" }: ListFilterOptions<Sort> = { sorts: [] },
): ListFilter<Group, Sort> {
  const [{ status, q, sort, ...narrowed }, set] = useQueryStates(
    {
      status: parseAsStringLiteral(groups),
      q: parseAsString.withDefault(""),
      sort: parseAsStringLiteral(sorts),
      coin: parseAsString,
      network: parseAsString,
      currency: parseAsString,
      kind: parseAsString,
      from: parseAsString,
      to: parseAsString,
    },
    { urlKeys: { status: statusName } },
  );
  const text = q.trim();
  const { coin, network, currency, kind } = narrowed;
  const isNarrowed = q !== "" || Object.values(narrowed).some((value) => value !== null);
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
      ...(kind && { kind }),
      ...(from && { from }),
      ...(to && { to }),
      ...(sort && sort !== FIRST_SORT && { sort }),
    },
    isFiltered: status !== null || isNarrowed,
    isNarrowed,
    sorting: {
      sorted: SORTED[sort ?? FIRST_SORT],
      onSort: ({ id, desc }) => {
        const chosen = sorts.find((one) => SORTED[one].id === id && SORTED[one].desc === desc);
        void set({ sort: chosen === FIRST_SORT ? null : (chosen ?? null) });
      },
    },
    choose: (chosen) => void set({ status: chosen }),
    searchFor: (typed, options) => set({ q: typed }, options),
    narrow: (by, value) => void set({ [by]: value }),
    clear: () => void set(null),
  };
}

/**
 * Returns the time at which a day begins in the viewer's zone, `more` days later; null for an
 * invalid day.
 */
function startOfDay(day: string | null, more: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const moment = new Date(Number.parseInt(year, 10), Number.parseInt(month, 10) - 1, Number.parseInt(date, 10) + more);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
