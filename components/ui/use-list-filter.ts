"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SearchOptions } from "@/components/ui/filter-bar";

/** A list's filter as the address bar has it, and the ways to change it. */
export type ListFilter<Group extends string> = {
  readonly status: Group | null;
  /** As it was typed. */
  readonly search: string;
  /** What to ask the server for. */
  readonly asked: { readonly status?: Group; readonly q?: string };
  readonly isFiltered: boolean;
  readonly choose: (status: Group | null) => void;
  readonly searchFor: (text: string | null, options: SearchOptions) => void;
  readonly clear: () => void;
};

/** The filter of a list that is narrowed by one state and by a search. It lives in the address bar, so that it can be sent to somebody. */
export function useListFilter<Group extends string>(groups: readonly Group[]): ListFilter<Group> {
  const [{ status, q }, set] = useQueryStates({
    status: parseAsStringLiteral(groups),
    q: parseAsString.withDefault(""),
  });
  const text = q.trim();
  return {
    status,
    search: q,
    asked: { ...(status && { status }), ...(text !== "" && { q: text }) },
    isFiltered: status !== null || q !== "",
    choose: (chosen) => void set({ status: chosen }),
    searchFor: (typed, options) => void set({ q: typed }, options),
    clear: () => void set(null),
  };
}
