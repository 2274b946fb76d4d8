"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { AnalyticsFilter } from "@/components/fronts/analytics/analytics-filter";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { RANGES, STEPS } from "@/lib/fronts/analytics/schema";

const FILTER = {
  range: parseAsStringLiteral(RANGES).withDefault("30d"),
  from: parseAsString,
  to: parseAsString,
  step: parseAsStringLiteral(STEPS),
  currency: parseAsString,
  network: parseAsString,
};

/**
 * Returns the query from the URL, and its setters. `drawnWith`: the time zone the server rendered
 * with.
 */
export function useFigures(drawnWith: string | null) {
  const [filter, set] = useQueryStates(FILTER);
  const zone = useTimeZone(drawnWith);
  const { range, from, to, step, currency, network } = filter;
  const isWhole = range !== "custom" || (from !== null && to !== null);
  const asked: AnalyticsFilter | null =
    zone === null || !isWhole
      ? null
      : {
          range,
          zone,
          ...(range === "custom" && from && { from }),
          ...(range === "custom" && to && { to }),
          ...(step && { step }),
          ...(currency && { currency }),
          ...(network && { network }),
        };
  return { filter, set: (changes: Partial<typeof filter>) => void set(changes), asked };
}

export type Figures = ReturnType<typeof useFigures>;
