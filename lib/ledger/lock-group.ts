import type { Tx } from "@/lib/kernel/db";
import { type AccountName, lockRank } from "@/lib/ledger/account";
import { shardFor } from "@/lib/ledger/post-entry";
import { lockBalanceRows } from "@/lib/ledger/repo";

/** Accounts that the entries of one reference will move. */
export type LockedGroup = { readonly reference: string; readonly accounts: readonly AccountName[] };

/**
 * Locks everything that several entries are going to move, before the first of them is written: one entry locks its rows in one
 * order (rank, account, shard), but two entries in a row would not, and two workers could wait for each other. All entries of a group
 * have one reference, so that they meet the same shards.
 */
export async function lockGroups(tx: Tx, groups: readonly LockedGroup[]): Promise<void> {
  const rows = groups.flatMap(({ reference, accounts }) =>
    accounts.map((name) => ({ name, shard: shardFor(name, reference), rank: lockRank(name) })),
  );
  if (rows.length > 0) await lockBalanceRows(tx, rows);
}
