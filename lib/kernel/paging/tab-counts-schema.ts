import { z } from "zod";

/** Counts on the status tabs of lists, and totals of what is listed. */

const tabCount = z.object({
  count: z.number().int(),
  /** There may be more: not every row was looked at. */
  isMore: z.boolean(),
});
export type TabCount = z.output<typeof tabCount>;

/** The sums of what matches a list's filter. */
const listTotals = z.object({
  rows: z.number().int(),
  /** Of each currency, in its own unit. */
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Value of what was received when it was, in USD; null for a list of other things. */
  receivedUsd: z.string().nullable(),
});
export type ListTotals = z.output<typeof listTotals>;

/** By the value of each tab. */
export const listCounts = z.object({ counts: z.record(z.string(), tabCount) });
export type ListCounts = z.output<typeof listCounts>;

/** `totals` is null if more rows match than are added up. */
export const listCountsAndTotals = listCounts.extend({ totals: listTotals.nullable() });
export type ListCountsAndTotals = z.output<typeof listCountsAndTotals>;
