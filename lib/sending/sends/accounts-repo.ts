import { database, type Tx } from "@/lib/kernel/db";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { type LockedGroup, lockGroups } from "@/lib/ledger/post-entry";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import type { Send } from "@/lib/sending/sends/send";
import { custodyOf, payingPlace } from "@/lib/sending/sends/send-custody";

/**
 * Locks an account that sends, made at its first use, and answers the nonce that its next
 * transaction takes; null where there are no nonces. Everything that gives out nonces or coins, or
 * moves custody of the account's sends, waits here.
 * @param hasNonces of the account's network, for one that is new
 */
export async function lockAccount(
  tx: Tx,
  networkCode: string,
  address: string,
  hasNonces = true,
): Promise<bigint | null> {
  const found = await selectForUpdate(tx, networkCode, address);
  if (found !== null) return found.nextNonce;
  // An account that the database does not know has never sent anything: the chain must agree
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

/** Under the lock. The database refuses a lower one. */
export async function setNextNonce(tx: Tx, networkCode: string, address: string, nextNonce: bigint): Promise<void> {
  await tx.sendingAccount.updateMany({ where: { networkCode, address }, data: { nextNonce } });
}

/** The next nonces of these accounts by our record; one that is missing has sent nothing. */
export async function readNextNonces(
  networkCode: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database().sendingAccount.findMany({ where: { networkCode, address: { in: [...addresses] } } });
  return new Map(rows.map(({ address, nextNonce }) => [address, nextNonce ?? 0n]));
}

/** Whether an address is a hot wallet of ours, and not a deposit address. */
export async function isHotWallet(tx: Tx, address: string): Promise<boolean> {
  return (await tx.hotWallet.count({ where: { address } })) > 0;
}

/**
 * Taken by whoever is about to sign on a network, before it looks whether the network is stopped;
 * signers do not wait for each other. Held until the transaction ends.
 */
export async function shareStopLock(tx: Tx, networkCode: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${nameOf(networkCode)}, 0))`;
}

/**
 * Taken by whoever stops networks: every signature that has begun there is waited for, and whoever
 * comes later sees the stop.
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
 * Locks the balances that the end of a send moves, its owner's (null: it moves none) and the
 * engine's, in one go and in the order of all entries: two entries one after the other would each
 * begin at the front, and two ends could wait for each other. Called once by the owner, after every
 * row of its own that others lock before balances, and before its first entry.
 */
export type LockBooks = (own: LockedGroup | null) => Promise<void>;

/** Where the engine writes an entry of its own for this transaction. */
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

/** Where nothing is signed, and the owner's entry is the only one. */
export function booksOfOwner(tx: Tx): LockBooks {
  return (own) => lockGroups(tx, own === null ? [] : [own]);
}
