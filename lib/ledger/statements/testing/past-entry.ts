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
    const accounts = postings.map(({ account }) => account);
    for (const account of accounts) await openAccount(tx, account);
    await tx.$executeRaw`
      INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
      SELECT ${rows[0].id}::bigint, a.id, 0, a.currency_code, p.amount
      FROM unnest(${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ ownerId }) => ownerId)}::text[],
          ${accounts.map(({ currency }) => currency)}::text[], ${postings.map(({ amount }) => amount)}::text[]::numeric[])
        AS p (kind, owner_id, currency_code, amount) JOIN accounts a USING (kind, owner_id, currency_code)`;
  });
}
