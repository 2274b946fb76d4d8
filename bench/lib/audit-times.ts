import { database, withLongReads } from "@/lib/kernel/db";
import { auditBooks, auditRecentBooks } from "@/lib/ledger/audit-books";
import { findCheckpoint, takeCheckpoint } from "@/lib/ledger/audit-checkpoint-repo";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** The audit of everything, and the one of the last day that is in the books. */
export async function measureAudits(): Promise<string> {
  const wholeFrom = performance.now();
  const { differences } = await auditBooks();
  const whole = `audit of everything: ${secondsSince(wholeFrom)} s, ${differences.length} differences`;
  const [last] = await database().$queryRaw<{ at: Date }[]>`SELECT max(created_at) AS at FROM journal_entries`;
  const dayBefore = (last?.at ?? new Date()).getTime() - DAY_MS;
  const cutFrom = performance.now();
  await withLongReads((client) => takeCheckpoint(client, new Date(dayBefore + HOUR_MS)));
  const taken = `checkpoint a day before the end: ${secondsSince(cutFrom)} s`;
  const start = await findCheckpoint();
  if (start === null) throw new Error("The checkpoint was not kept");
  const [recent] = await database().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM postings WHERE entry_id > ${start.afterEntry}`;
  const dayFrom = performance.now();
  const found = await auditRecentBooks(start);
  const day = `audit of the day since, ${recent?.count} postings: ${secondsSince(dayFrom)} s, ${found.length} differences`;
  return [whole, ...differences, taken, day, ...found].join("\n");
}
