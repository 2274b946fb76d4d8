import { connectionPool, database } from "@/lib/db";

/**
 * Notes that a timed signature was used; false when it was before, by whichever web process. It goes straight on `pg`, because every call that
 * is signed so waits for it.
 */
export async function spendSignature(signature: Uint8Array, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await connectionPool().query({
    name: "spend-signature",
    text: "INSERT INTO spent_signatures (signature, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    values: [Buffer.from(signature), expiresAt],
  });
  return rowCount === 1;
}

/** Forgets those that are too old to be taken. */
export async function deleteSpentSignatures(now = new Date()): Promise<void> {
  await database().spentSignature.deleteMany({ where: { expiresAt: { lt: now } } });
}
