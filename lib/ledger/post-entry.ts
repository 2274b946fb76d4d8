import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, accountKey, lockRank } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import {
  findAccounts,
  findOrCreateAccount,
  insertEntry,
  insertPostings,
  lockBalanceRows,
  type PostingRow,
} from "@/lib/ledger/repo";

/**
 * One leg: a positive `amount`, debited to one account and credited to another of the same
 * currency. It cannot be unbalanced.
 */
export type Leg = { readonly debit: AccountName; readonly credit: AccountName; readonly amount: Decimal };

/** Returns the leg of an amount that may be zero: a zero amount has no leg. */
export function leg(debit: AccountName, credit: AccountName, amount: Decimal): Leg[] {
  return amount.gt(ZERO) ? [{ debit, credit, amount }] : [];
}

export type Entry = {
  readonly kind: EntryKind;
  /** Unique inside the kind. */
  readonly reference: string;
  /** Groups the entries of one cause; a reversal undoes the whole group. */
  readonly groupId: string;
  readonly memo?: string;
  readonly legs: readonly Leg[];
};

/**
 * Writes one journal entry and moves the balances, in the caller's transaction.
 *
 * A second entry with the same (kind, reference) changes nothing and returns false, so every
 * command may run twice. An entry locks its rows in one order (rank, account, shard); the database
 * rejects a negative liability (CT001), a changed row (CT002) and an unbalanced entry (CT004).
 *
 * @returns whether this call wrote it
 */
export async function postEntry(tx: Tx, entry: Entry): Promise<boolean> {
  invariant(entry.legs.length > 0, `entry ${entry.kind} ${entry.reference} has no legs`);
  for (const leg of entry.legs) assertLeg(entry, leg);
  const entryId = await insertEntry(tx, entry);
  if (entryId === null) return false;
  await insertPostings(tx, entryId, await toPostings(tx, entry));
  return true;
}

function assertLeg(entry: Entry, leg: Leg): void {
  const where = `entry ${entry.kind} ${entry.reference}`;
  invariant(leg.amount.gt(ZERO), `${where}: a leg moves a positive amount`);
  invariant(leg.debit.currency === leg.credit.currency, `${where}: a leg has one currency`);
  invariant(accountKey(leg.debit) !== accountKey(leg.credit), `${where}: a leg has two accounts`);
}

/** Nets the legs to one posting per account, in lock order. */
async function toPostings(tx: Tx, entry: Entry): Promise<PostingRow[]> {
  const nets = new Map<string, { name: AccountName; amount: Decimal }>();
  const add = (name: AccountName, amount: Decimal) => {
    const before = nets.get(accountKey(name));
    nets.set(accountKey(name), { name, amount: before ? before.amount.plus(amount) : amount });
  };
  for (const leg of entry.legs) {
    add(leg.debit, leg.amount);
    add(leg.credit, leg.amount.negated());
  }
  const rows: (PostingRow & { readonly rank: number })[] = [];
  // Sorted, so that two entries that open the same accounts do not deadlock.
  const sorted = [...nets].sort(([a], [b]) => (a < b ? -1 : 1));
  const moved = sorted.map(([, net]) => net).filter(({ amount }) => !amount.isZero());
  const found = await findAccounts(
    tx,
    moved.map(({ name }) => name),
  );
  for (const [index, { name, amount }] of moved.entries()) {
    const accountId = found[index] ?? (await findOrCreateAccount(tx, name));
    const shard = shardFor(name, entry.reference);
    rows.push({ accountId, shard, currency: name.currency, amount, rank: lockRank(name) });
  }
  return rows.sort(inLockOrder);
}

type LockPlace = Pick<PostingRow, "accountId" | "shard"> & { readonly rank: number };

function inLockOrder(a: LockPlace, b: LockPlace): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return a.accountId === b.accountId ? a.shard - b.shard : a.accountId < b.accountId ? -1 : 1;
}

/** Returns the shard of an account that an entry with this reference moves. */
export function shardFor(name: AccountName, reference: string): number {
  return shardOf(reference, name.shardCount);
}

/**
 * Spreads entries over an account's shards by their reference (FNV-1a, 32 bits), so that a replay
 * uses the same rows.
 */
function shardOf(reference: string, shardCount: number): number {
  let hash = 0x811c9dc5;
  for (const character of reference) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % shardCount;
}

/** Accounts that the entries of one reference will move. */
export type LockedGroup = { readonly reference: string; readonly accounts: readonly AccountName[] };

/**
 * Locks everything that several entries are going to move, before the first of them is written: one
 * entry locks its rows in one order (rank, account, shard), but two consecutive entries would not,
 * and two workers could deadlock. All entries of a group have one reference, so that they use the
 * same shards.
 */
export async function lockGroups(tx: Tx, groups: readonly LockedGroup[]): Promise<void> {
  const rows = groups.flatMap(({ reference, accounts }) =>
    accounts.map((name) => ({ name, shard: shardFor(name, reference), rank: lockRank(name) })),
  );
  if (rows.length > 0) await lockBalanceRows(tx, rows);
}
