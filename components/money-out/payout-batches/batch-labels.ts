import type { BatchCounts } from "@/lib/money-out/payout-batches/schema";

/** `1 row`, `12 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the number of rows in each state, in one line; states without rows are omitted. */
export function countsText(counts: BatchCounts): string {
  const parts = [
    [counts.paid, "paid"],
    [counts.process, "processing"],
    [counts.check, "pending"],
    [counts.failed, "failed"],
    [counts.refused, "refused"],
    [counts.cancelled, "cancelled"],
    [counts.open, "not processed"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, label]) => `${count} ${label}`);
  return said.join(" · ");
}
