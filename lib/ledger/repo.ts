import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { AccountName } from "@/lib/ledger/account";

export type PostingRow = {
  readonly accountId: bigint;
  readonly shard: number;
  readonly currency: string;
  /** Positive debits, negative credits. */
  readonly amount: Decimal;
};

/**
 * Returns null when an entry with this (kind, reference) exists. Waits for a concurrent insert of
 * it.
 */
export async function insertEntry(
  tx: Tx,
  entry: { readonly kind: string; readonly reference: string; readonly groupId: string; readonly memo?: string },
): Promise<bigint | null> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO journal_entries (kind, reference, group_id, memo)
    VALUES (${entry.kind}, ${entry.reference}, ${entry.groupId}, ${entry.memo ?? ""})
    ON CONFLICT (kind, reference) DO NOTHING RETURNING id`;
  return rows[0]?.id ?? null;
}

/** Runs one statement, in the order given: the balances are locked in that order. */
export async function insertPostings(tx: Tx, entryId: bigint, postings: readonly PostingRow[]): Promise<void> {
  const rows = postings.map(
    (row) =>
      Prisma.sql`(${entryId}::bigint, ${row.accountId}::bigint, ${row.shard}::int, ${row.currency}, ${row.amount.toFixed()}::numeric)`,
  );
  await tx.$executeRaw`
    INSERT INTO postings (entry_id, account_id, shard, currency_code, amount) VALUES ${Prisma.join(rows)}`;
}

/** Returns the ids of the accounts, in the order of the names; null for one without any posting. */
export async function findAccounts(tx: Tx, names: readonly AccountName[]): Promise<(bigint | null)[]> {
  const rows = await tx.$queryRaw<{ position: bigint; id: bigint }[]>`
    SELECT wanted.position, a.id
    FROM unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ ownerId }) => ownerId)}::text[],
        ${names.map(({ currency }) => currency)}::text[]) WITH ORDINALITY AS wanted (kind, owner_id, currency_code, position)
      JOIN accounts a USING (kind, owner_id, currency_code)`;
  const ids = new Map(rows.map(({ position, id }) => [position, id]));
  return names.map((_, index) => ids.get(BigInt(index + 1)) ?? null);
}

export async function findOrCreateAccount(tx: Tx, name: AccountName): Promise<bigint> {
  const found = await findAccount(tx, name);
  if (found !== null) return found;
  await tx.$executeRaw`
    INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count)
    VALUES (${name.class}::account_class, ${name.kind}, ${name.ownerId}, ${name.currency}, ${name.shardCount})
    ON CONFLICT (kind, owner_id, currency_code) DO NOTHING`;
  const created = await findAccount(tx, name);
  if (created === null) throw new Error(`Account ${name.kind} ${name.ownerId} ${name.currency} could not be made`);
  return created;
}

async function findAccount(tx: Tx, name: AccountName): Promise<bigint | null> {
  const row = await tx.account.findUnique({
    where: {
      kind_ownerId_currencyCode: { kind: name.kind, ownerId: name.ownerId, currencyCode: name.currency },
    },
    select: { id: true },
  });
  return row?.id ?? null;
}

/** Returns the sum over the shards, in the account's normal direction; zero without any posting. */
export async function readBalance(tx: Tx, name: AccountName): Promise<Decimal> {
  const rows = await tx.$queryRaw<{ balance: Prisma.Decimal | null }[]>`
    SELECT sum(b.balance) AS balance FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.kind = ${name.kind} AND a.owner_id = ${name.ownerId} AND a.currency_code = ${name.currency}`;
  const balance = rows[0]?.balance;
  return balance ? decimal(balance) : ZERO;
}

/**
 * Like `readBalance`, with the balance rows locked until the transaction ends: what a rule depends
 * on must not change meanwhile.
 */
export async function lockBalance(tx: Tx, name: AccountName): Promise<Decimal> {
  const rows = await tx.$queryRaw<{ balance: Prisma.Decimal }[]>`
    SELECT b.balance FROM accounts a JOIN account_balances b ON b.account_id = a.id
    WHERE a.kind = ${name.kind} AND a.owner_id = ${name.ownerId} AND a.currency_code = ${name.currency}
    ORDER BY b.account_id, b.shard FOR UPDATE OF b`;
  return rows.reduce((sum, row) => sum.plus(decimal(row.balance)), ZERO);
}

/**
 * Locks balance rows by (rank, account, shard), all in one statement. Rows without any posting are
 * left out.
 */
export async function lockBalanceRows(
  tx: Tx,
  rows: readonly { readonly name: AccountName; readonly shard: number; readonly rank: number }[],
): Promise<void> {
  const names = rows.map(({ name }) => name);
  await tx.$queryRaw`
    SELECT 1 FROM unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ ownerId }) => ownerId)}::text[],
        ${names.map(({ currency }) => currency)}::text[], ${rows.map(({ shard }) => shard)}::int[],
        ${rows.map(({ rank }) => rank)}::int[]) AS wanted (kind, owner_id, currency_code, shard, rank)
      JOIN accounts a USING (kind, owner_id, currency_code)
      JOIN account_balances b ON b.account_id = a.id AND b.shard = wanted.shard
    ORDER BY wanted.rank, b.account_id, b.shard FOR UPDATE OF b`;
}

export async function listOwnerBalances(
  kind: string,
  ownerId: string,
): Promise<{ accountId: bigint; currency: string; balance: Decimal }[]> {
  const rows = await database().$queryRaw<{ id: bigint; currency_code: string; balance: Prisma.Decimal }[]>`
    SELECT a.id, a.currency_code, coalesce(sum(b.balance), 0) AS balance
    FROM accounts a LEFT JOIN account_balances b ON b.account_id = a.id
    WHERE a.kind = ${kind} AND a.owner_id = ${ownerId} GROUP BY a.id, a.currency_code ORDER BY a.currency_code`;
  return rows.map((row) => ({ accountId: row.id, currency: row.currency_code, balance: decimal(row.balance) }));
}
