import type { Tx } from "@/lib/kernel/db";
import { inFlightCustody, networkCosts } from "@/lib/ledger/account";
import { type LockedGroup, lockGroups } from "@/lib/ledger/post-entry";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import type { Send } from "@/lib/sending/sends/send";
import { custodyOf, payingPlace } from "@/lib/sending/sends/send-custody";

/**
 * Taken by whoever is about to sign on a network, before it looks whether the network is stopped; signers do not wait for each other.
 * Held until the transaction ends.
 */
export async function shareStopLock(tx: Tx, networkCode: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${nameOf(networkCode)}, 0))`;
}

/** Taken by whoever stops networks: every signature that has begun there is waited for, and whoever comes later sees the stop. */
export async function takeStopLocks(tx: Tx, networkCodes: readonly string[]): Promise<void> {
  for (const code of networkCodes.toSorted()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${nameOf(code)}, 0))`;
  }
}

function nameOf(networkCode: string): string {
  return `send-stops:${networkCode}`;
}

/**
 * Locks the balances that the end of a send moves, its owner's (null: it moves none) and the engine's, in one go and in the order of all
 * entries: two entries one after the other would each begin at the front, and two ends could wait for each other. Called once by the
 * owner, after every row of its own that others lock before balances, and before its first entry.
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
