import { randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/kernel/db";
import type { AccountName } from "@/lib/ledger/account";
import { openAccount } from "@/lib/ledger/repo";

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
    for (const { account, amount } of postings) {
      await openAccount(tx, account);
      await tx.$executeRaw`
        INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
        SELECT ${rows[0].id}::bigint, id, 0, currency_code, ${amount}::numeric FROM accounts
        WHERE kind = ${account.kind} AND owner_id = ${account.ownerId} AND currency_code = ${account.currency}`;
    }
  });
}
