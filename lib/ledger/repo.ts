import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, accountKey } from "@/lib/ledger/account";

export type NewPosting = {
  readonly name: AccountName;
  readonly shard: number;
  /** Of its balance row, in the order of locks. */
  readonly rank: number;
  /** Positive debits, negative credits. */
  readonly amount: Decimal;
};

export type NewEntry = {
  readonly kind: string;
  readonly reference: string;
  readonly groupId: string;
  readonly memo?: string;
  readonly postings: readonly NewPosting[];
};

/** "accounts-missing": one of its accounts was never posted to, and nothing of it was written. */
export type InsertOutcome = "written" | "exists" | "accounts-missing";

/**
 * Writes entries with their postings by one statement, each whole or not at all. All postings are
 * inserted, and so the balances locked, by rank, account and shard. Waits for entries of the same
 * (kind, reference) that are being written at this moment. Returns what became of each.
 */
export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<InsertOutcome[]> {
  const postings = entries.flatMap((entry, place) => entry.postings.map((posting) => ({ ...posting, place })));
  const rows = await tx.$queryRaw<{ is_written: boolean; has_accounts: boolean }[]>`
    WITH given AS (
      SELECT * FROM unnest(${entries.map((_, place) => place)}::int[], ${entries.map(({ kind }) => kind)}::text[],
        ${entries.map(({ reference }) => reference)}::text[], ${entries.map(({ groupId }) => groupId)}::text[],
        ${entries.map(({ memo }) => memo ?? "")}::text[], ${entries.map((entry) => entry.postings.length)}::int[])
        AS g (place, kind, reference, group_id, memo, posting_count)
    ), wanted AS (
      SELECT w.place, a.id AS account_id, w.shard, w.rank, w.currency_code, w.amount
      FROM unnest(${postings.map(({ place }) => place)}::int[], ${postings.map(({ name }) => name.kind)}::text[],
          ${postings.map(({ name }) => name.ownerId)}::text[], ${postings.map(({ name }) => name.currency)}::text[],
          ${postings.map(({ shard }) => shard)}::int[], ${postings.map(({ rank }) => rank)}::int[],
          ${postings.map(({ amount }) => amount.toFixed())}::text[]::numeric[])
        AS w (place, kind, owner_id, currency_code, shard, rank, amount)
        JOIN accounts a USING (kind, owner_id, currency_code)
    ), complete AS (
      SELECT * FROM given g WHERE posting_count = (SELECT count(*) FROM wanted w WHERE w.place = g.place)
    ), entry AS (
      INSERT INTO journal_entries (kind, reference, group_id, memo)
      SELECT kind, reference, group_id, memo FROM complete ORDER BY kind, reference
      ON CONFLICT (kind, reference) DO NOTHING RETURNING id, kind, reference
    ), written AS (
      INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
      SELECT e.id, w.account_id, w.shard, w.currency_code, w.amount
      FROM entry e JOIN complete c USING (kind, reference) JOIN wanted w USING (place)
      ORDER BY w.rank, w.account_id, w.shard
    )
    SELECT EXISTS (SELECT FROM entry e WHERE (e.kind, e.reference) = (g.kind, g.reference)) AS is_written,
      EXISTS (SELECT FROM complete c WHERE c.place = g.place) AS has_accounts
    FROM given g ORDER BY g.place`;
  return rows.map((row) => (row.is_written ? "written" : row.has_accounts ? "exists" : "accounts-missing"));
}

/** Those of the accounts that were never posted to. */
export async function findMissingAccounts(tx: Tx, names: readonly AccountName[]): Promise<AccountName[]> {
  const rows = await tx.$queryRaw<{ place: bigint }[]>`
    SELECT wanted.place
    FROM unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ ownerId }) => ownerId)}::text[],
        ${names.map(({ currency }) => currency)}::text[]) WITH ORDINALITY AS wanted (kind, owner_id, currency_code, place)
      LEFT JOIN accounts a USING (kind, owner_id, currency_code)
    WHERE a.id IS NULL`;
  const missing = new Set(rows.map(({ place }) => place));
  return names.filter((_, index) => missing.has(BigInt(index + 1)));
}

/** Opens the account where it was never posted to. Waits for one that is being opened. */
export async function openAccount(tx: Tx, name: AccountName): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count)
    VALUES (${name.class}::account_class, ${name.kind}, ${name.ownerId}, ${name.currency}, ${name.shardCount})
    ON CONFLICT (kind, owner_id, currency_code) DO NOTHING`;
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
 * Locks the balance rows of accounts that have one each, and returns the keys of those below zero.
 */
export async function lockOverdrawn(tx: Tx, names: readonly AccountName[]): Promise<ReadonlySet<string>> {
  const keys = names.map(accountKey);
  const rows = await tx.$queryRaw<{ key: string; balance: Prisma.Decimal }[]>`
    SELECT wanted.key, b.balance
    FROM unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ ownerId }) => ownerId)}::text[],
        ${names.map(({ currency }) => currency)}::text[], ${keys}::text[]) AS wanted (kind, owner_id, currency_code, key)
      JOIN accounts a USING (kind, owner_id, currency_code) JOIN account_balances b ON b.account_id = a.id
    ORDER BY b.account_id, b.shard FOR UPDATE OF b`;
  return new Set(rows.filter(({ balance }) => decimal(balance).lt(ZERO)).map(({ key }) => key));
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
