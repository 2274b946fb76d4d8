"use client";

import { parseAsIsoDate, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { SearchOptions } from "@/components/ui/filter-bar";
import { startOfDay } from "@/lib/fronts/client/files";
import { AUDIT_KINDS, type AuditKind } from "@/lib/kernel/audit-log/actions";
import type { AuditFilter } from "@/lib/kernel/audit-log/schema";

const KINDS = Object.keys(AUDIT_KINDS) as readonly AuditKind[];

/** Returns the log's filter from the URL, and its setters. */
export function useAuditFilter() {
  const [chosen, set] = useQueryStates({
    person: parseAsString.withDefault(""),
    kind: parseAsStringLiteral(KINDS),
    from: parseAsIsoDate,
    to: parseAsIsoDate,
    q: parseAsString.withDefault(""),
  });
  const [from, to] = [dayOf(chosen.from), dayOf(chosen.to)];
  const q = chosen.q.trim();
  const asked: AuditFilter = {
    ...(chosen.person !== "" && { person: chosen.person }),
    ...(chosen.kind && { kind: chosen.kind }),
    ...momentsOf(from, to),
    ...(q !== "" && { q }),
  };
  return {
    person: chosen.person,
    kind: chosen.kind ?? "",
    from,
    to,
    search: chosen.q,
    asked,
    isFiltered: Object.keys(asked).length > 0,
    choosePerson: (person: string) => void set({ person: person || null }),
    chooseKind: (kind: string) => void set({ kind: KINDS.find((one) => one === kind) ?? null }),
    chooseFrom: (day: string | null) => void set({ from: day === null ? null : new Date(day) }),
    chooseTo: (day: string | null) => void set({ to: day === null ? null : new Date(day) }),
    searchFor: (typed: string, options: SearchOptions) => void set({ q: typed || null }, options),
    clear: () => void set(null),
  };
}

export type AuditFilterState = ReturnType<typeof useAuditFilter>;

/** Includes both days whole, in the viewer's time zone. */
export function momentsOf(from: string | null, to: string | null): Pick<AuditFilter, "from" | "to"> {
  const [start, end] = [startOfDay(from ?? "", 0), startOfDay(to ?? "", 1)];
  return { ...(start !== null && { from: start }), ...(end !== null && { to: end }) };
}

function dayOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString().slice(0, 10);
}
