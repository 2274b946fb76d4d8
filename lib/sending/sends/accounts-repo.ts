import { database, type Tx } from "@/lib/kernel/db";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { type LockedGroup, lockGroups } from "@/lib/ledger/post-entry";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import type { Send } from "@/lib/sending/sends/send";
import { custodyOf, payingPlace } from "@/lib/sending/sends/send-custody";

/**
 * Locks a sending account, which is created at its first use, and returns the nonce of its next
 * transaction; null on networks without nonces. Everything that assigns nonces or UTXOs, or moves
 * custody for the account's sends, waits for this lock.
 * @param hasNonces whether the account's network has nonces, used for a new account
 */
export async function lockAccount(
  tx: Tx,
  networkCode: string,
  address: string,
  hasNonces = true,
): Promise<bigint | null> {
  const found = await selectForUpdate(tx, networkCode, address);
  if (found !== null) return found.nextNonce;
  // An account that is missing from the database has never sent anything: the chain must agree
  // (check-nonces.ts).
  const first = { networkCode, address, nextNonce: hasNonces ? 0n : null };
  await tx.sendingAccount.createMany({ data: [first], skipDuplicates: true });
  const made = await selectForUpdate(tx, networkCode, address);
  if (made === null) throw new Error(`the account ${address} of ${networkCode} could not be made`);
  return made.nextNonce;
}

type AccountRow = { readonly nextNonce: bigint | null };

async function selectForUpdate(tx: Tx, networkCode: string, address: string): Promise<AccountRow | null> {
  const rows = await tx.$queryRaw<AccountRow[]>`
    SELECT next_nonce AS "nextNonce" FROM sending_accounts WHERE network_code = ${networkCode} AND address = ${address} FOR UPDATE`;
  return rows[0] ?? null;
}

/** Requires the lock. The database refuses a lower nonce. */
export async function setNextNonce(tx: Tx, networkCode: string, address: string, nextNonce: bigint): Promise<void> {
  await tx.sendingAccount.updateMany({ where: { networkCode, address }, data: { nextNonce } });
}

/**
 * Returns the next nonces of these accounts in the gateway's record; a missing account has sent
 * nothing.
 */
export async function readNextNonces(
  networkCode: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database().sendingAccount.findMany({ where: { networkCode, address: { in: [...addresses] } } });
  return new Map(rows.map(({ address, nextNonce }) => [address, nextNonce ?? 0n]));
}

/** Returns whether an address is one of the gateway's hot wallets, not a deposit address. */
export async function isHotWallet(tx: Tx, address: string): Promise<boolean> {
  return (await tx.hotWallet.count({ where: { address } })) > 0;
}

/**
 * Taken before signing on a network, before checking whether the network is stopped; signers do not
 * wait for each other. Held until the transaction ends.
 */
export async function shareStopLock(tx: Tx, networkCode: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${nameOf(networkCode)}, 0))`;
}

/**
 * Taken before stopping networks: waits for every signature in progress there, and later signers
 * see the stop.
 */
export async function takeStopLocks(tx: Tx, networkCodes: readonly string[]): Promise<void> {
  for (const code of networkCodes.toSorted()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${nameOf(code)}, 0))`;
  }
}

function nameOf(networkCode: string): string {
  return `send-stops:${networkCode}`;
}

/**
 * Locks the balances that the end of a send moves, those of its owner (null: none) and those of the
 * engine, in one call and in the order of all entries: two separate entries would each start at the
 * beginning of that order, and two concurrent ends could deadlock. Called once by the owner, after
 * locking all of its own rows that others lock before balances, and before its first entry.
 */
export type LockBooks = (own: LockedGroup | null) => Promise<void>;

/** For the end of a transaction with an entry by the engine. */
export function booksOfEnd(tx: Tx, outgoing: Outgoing, send: Send, nativeCurrency: string): LockBooks {
  const currencies = [...new Set([nativeCurrency, send.currencyCode])];
  const accounts = [
    networkCosts(nativeCurrency),
    custodyOf(payingPlace(send, outgoing.feePayer), nativeCurrency),
    ...currencies.flatMap((currency) => [custodyOf(send, currency), inFlightCustody(send.networkCode, currency)]),
  ];
  const engine = { reference: outgoing.id, accounts };
  return (own) => lockGroups(tx, own === null ? [engine] : [own, engine]);
}

/** For sends without a signed transaction, where the owner's entry is the only one. */
export function booksOfOwner(tx: Tx): LockBooks {
  return (own) => lockGroups(tx, own === null ? [] : [own]);
}
