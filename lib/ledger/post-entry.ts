import { batched } from "@/lib/kernel/batch";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, accountKey, lockRank } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import {
  findMissingAccounts,
  insertEntries,
  lockBalanceRows,
  type NewEntry,
  type NewPosting,
  openAccount,
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
  const [isWritten = false] = await postEntries(tx, [entry]);
  return isWritten;
}

/**
 * Posts an entry that does not depend on anything that other tasks of a batch change. The entries
 * of all tasks are written together.
 */
export const postIndependentEntry = batched(postEntries, { turn: 1 });

async function postEntries(tx: Tx, entries: readonly Entry[]): Promise<boolean[]> {
  const rows = entries.map(toRow);
  const names = new Set(entries.map(({ kind, reference }) => `${kind} ${reference}`));
  invariant(names.size === entries.length, "entries that are written together have references of their own");
  // Before anything is locked by some of them.
  if (rows.length > 1) await openAccounts(tx, await findMissingAccounts(tx, rows.flatMap(namesOf)));
  const outcomes = await insertEntries(tx, rows);
  const late = rows.filter((_, index) => outcomes[index] === "accounts-missing");
  if (late.length === 0) return outcomes.map((outcome) => outcome === "written");
  await openAccounts(tx, late.flatMap(namesOf));
  const second = await insertEntries(tx, late);
  invariant(!second.includes("accounts-missing"), "every account is open");
  const written = new Set(late.filter((_, index) => second[index] === "written"));
  return rows.map((row, index) => outcomes[index] === "written" || written.has(row));
}

const namesOf = ({ postings }: NewEntry) => postings.map(({ name }) => name);

/**
 * In one order, so that two transactions that open the same accounts do not wait for each other.
 */
async function openAccounts(tx: Tx, names: readonly AccountName[]): Promise<void> {
  const accounts = new Map(names.map((name) => [accountKey(name), name]));
  for (const [, name] of [...accounts].sort(([a], [b]) => (a < b ? -1 : 1))) await openAccount(tx, name);
}

function toRow(entry: Entry): NewEntry {
  invariant(entry.legs.length > 0, `entry ${entry.kind} ${entry.reference} has no legs`);
  for (const leg of entry.legs) assertLeg(entry, leg);
  const { legs: _, ...named } = entry;
  return { ...named, postings: toPostings(entry) };
}

function assertLeg(entry: Entry, leg: Leg): void {
  const where = `entry ${entry.kind} ${entry.reference}`;
  invariant(leg.amount.gt(ZERO), `${where}: a leg moves a positive amount`);
  invariant(leg.debit.currency === leg.credit.currency, `${where}: a leg has one currency`);
  invariant(accountKey(leg.debit) !== accountKey(leg.credit), `${where}: a leg has two accounts`);
}

/** Nets the legs to one posting an account. */
function toPostings(entry: Entry): NewPosting[] {
  const nets = new Map<string, { name: AccountName; amount: Decimal }>();
  const add = (name: AccountName, amount: Decimal) => {
    const before = nets.get(accountKey(name));
    nets.set(accountKey(name), { name, amount: before ? before.amount.plus(amount) : amount });
  };
  for (const leg of entry.legs) {
    add(leg.debit, leg.amount);
    add(leg.credit, leg.amount.negated());
  }
  return [...nets.values()]
    .filter(({ amount }) => !amount.isZero())
    .map(({ name, amount }) => ({
      name,
      amount,
      shard: shardFor(name, entry.reference),
      rank: lockRank(name),
    }));
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
  await lockAllGroups(tx, groups);
}

const lockAllGroups = batched(
  async (tx, asked: readonly (readonly LockedGroup[])[]): Promise<null[]> => {
    const rows = asked
      .flat()
      .flatMap(({ reference, accounts }) =>
        accounts.map((name) => ({ name, shard: shardFor(name, reference), rank: lockRank(name) })),
      );
    if (rows.length > 0) await lockBalanceRows(tx, rows);
    return asked.map(() => null);
  },
  { turn: 2 },
);
