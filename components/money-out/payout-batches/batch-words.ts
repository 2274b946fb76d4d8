import type { BatchCounts } from "@/lib/money-out/payout-batches/schema";

/** `1 row`, `12 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What became of the rows, in one line: only what there is. */
export function countsText(counts: BatchCounts): string {
  const parts = [
    [counts.paid, "paid"],
    [counts.process, "on their way"],
    [counts.check, "waiting"],
    [counts.failed, "failed"],
    [counts.refused, "refused"],
    [counts.cancelled, "cancelled"],
    [counts.open, "failed"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.join(" · ");
}
