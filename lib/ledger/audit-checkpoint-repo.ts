import type pg from "pg";
import { chunk } from "@/lib/kernel/chunk";
import { database, LONG_TRANSACTION_MS, type Tx, withTransaction } from "@/lib/kernel/db";
import type { AuditStart } from "@/lib/ledger/audit-rule-repo";

const HOUR_MS = 3_600_000;
/**
 * No transaction takes as long (LONG_TRANSACTION_MS): an entry that is older than this is
 * committed, or never will be.
 */
const COMMITTED_MS = HOUR_MS;
const ROWS_AT_ONCE = 10_000;
/** Rows of the last minutes before the audit may belong to transactions that it did not see. */
const UNSEEN_MS = HOUR_MS / 4;

export type AuditCheckpoint = AuditStart & { readonly takenAt: Date };

export async function findCheckpoint(): Promise<AuditCheckpoint | null> {
  return await database().auditCheckpoint.findFirst();
}

/** Makes the next audit one of everything. */
export async function endCheckpoint(): Promise<void> {
  await database().auditCheckpoint.updateMany({ data: { takenAt: new Date(0) } });
}

/**
 * Keeps where the next audit may begin after one of everything, which began at `begunAt` and found
 * no difference: the sums of all postings up to an entry that was committed by then, and a time a
 * little earlier. Replaces the last checkpoint.
 */
export async function takeCheckpoint(client: pg.ClientBase, begunAt: Date): Promise<void> {
  const cut = await client.query<{ id: string }>(
    "SELECT id FROM journal_entries WHERE created_at < $1 ORDER BY id DESC LIMIT 1",
    [new Date(begunAt.getTime() - COMMITTED_MS)],
  );
  const afterEntry = BigInt(cut.rows[0]?.id ?? 0);
  const { rows } = await client.query<{ account_id: string; shard: number; balance: string }>(
    `SELECT p.account_id, p.shard, sum(CASE WHEN a.class = 'custody' THEN p.amount ELSE -p.amount END) AS balance
     FROM postings p JOIN accounts a ON a.id = p.account_id WHERE p.entry_id <= $1 GROUP BY 1, 2`,
    [afterEntry],
  );
  const kept = { afterEntry, since: new Date(begunAt.getTime() - UNSEEN_MS), takenAt: new Date() };
  const replace = async (tx: Tx) => {
    await tx.auditCheckpoint.upsert({ where: { id: 1 }, create: { id: 1, ...kept }, update: kept });
    await tx.auditedBalance.deleteMany();
    for (const part of chunk(rows, ROWS_AT_ONCE)) {
      await tx.$executeRaw`
        INSERT INTO audited_balances (account_id, shard, balance)
        SELECT * FROM unnest(${part.map((row) => BigInt(row.account_id))}::bigint[], ${part.map(({ shard }) => shard)}::int[],
          ${part.map(({ balance }) => balance)}::text[]::numeric[])`;
    }
  };
  await withTransaction(replace, { transactionMs: LONG_TRANSACTION_MS });
}
