import type { Tx } from "@/lib/db";

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
