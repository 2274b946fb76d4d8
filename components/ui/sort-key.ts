import { decimal } from "@/lib/kernel/money/decimal";

/** Sort key of a column. Null comes last in either direction. */
export type SortKey<Row> =
  | { readonly kind: "text" | "amount" | "moment"; readonly read: (row: Row) => string | null }
  | { readonly kind: "number"; readonly read: (row: Row) => number | null };

export type SortKind = SortKey<never>["kind"];
type Value = string | number;

/** Text in natural order, amounts as exact decimals, times as ISO 8601. */
const COMPARE: Readonly<Record<SortKind, (a: Value, b: Value) => number>> = {
  text: (a, b) => String(a).localeCompare(String(b), "en", { numeric: true, sensitivity: "base" }),
  amount: (a, b) => decimal(String(a)).comparedTo(decimal(String(b))),
  moment: (a, b) => String(a).localeCompare(String(b), "en"),
  number: (a, b) => Number(a) - Number(b),
};

/** Returns a negative number if `a` comes before `b` in ascending order. */
export function compareBy(kind: SortKind, a: Value, b: Value): number {
  return COMPARE[kind](a, b);
}

/** Labels of ascending and descending order. */
export const ORDER_LABELS: Readonly<Record<SortKind, { readonly rising: string; readonly falling: string }>> = {
  text: { rising: "A to Z", falling: "Z to A" },
  amount: { rising: "smallest first", falling: "largest first" },
  number: { rising: "smallest first", falling: "largest first" },
  moment: { rising: "oldest first", falling: "newest first" },
};
