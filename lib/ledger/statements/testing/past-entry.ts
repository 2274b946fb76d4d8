import { randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { AccountName } from "@/lib/ledger/account";
import { findOrCreateAccount, insertPostings } from "@/lib/ledger/repo";

export type PastPosting = { readonly account: AccountName; readonly amount: string };

/**
 * Inserts entries with a past time, which `postEntry` never writes: debits are positive. For tests.
 */
export async function insertPastEntry(
  entry: { readonly kind: string; readonly at: Date; readonly reference?: string; readonly memo?: string },
  postings: readonly PastPosting[],
): Promise<void> {
  await withTransaction(async (tx) => {
    const reference = entry.reference ?? randomUUID();
    const rows = await tx.$queryRaw<[{ id: bigint }]>`
      INSERT INTO journal_entries (kind, reference, group_id, memo, created_at)
      VALUES (${entry.kind}, ${reference}, 'test', ${entry.memo ?? ""}, ${entry.at}) RETURNING id`;
    const written = [];
    for (const { account, amount } of postings) {
      const accountId = await findOrCreateAccount(tx, account);
      written.push({ accountId, shard: 0, currency: account.currency, amount: decimal(amount) });
    }
    await insertPostings(tx, rows[0].id, written);
  });
}
