import { database, type Tx } from "@/lib/kernel/db";

/** A backup that was restored, until all chains have been scanned again. */
export type OpenRestore = {
  readonly id: bigint;
  readonly backupTakenAt: Date;
  readonly lostAddresses: number;
  /** The highest derivation index of each family in the backup. */
  readonly lastIndexes: Readonly<Record<string, number>>;
  readonly isWithheld: boolean;
};

export async function listOpenRestores(): Promise<OpenRestore[]> {
  const rows = await database().restore.findMany({ where: { finishedAt: null }, orderBy: { id: "asc" } });
  return rows.map(({ id, backupTakenAt, lostAddresses, lastIndexes, addressesWithheldAt }) => ({
    ...{ id, backupTakenAt, lostAddresses, isWithheld: addressesWithheldAt !== null },
    lastIndexes: lastIndexes as Record<string, number>,
  }));
}

export async function markWithheld(tx: Tx, id: bigint): Promise<void> {
  await tx.restore.updateMany({ where: { id, addressesWithheldAt: null }, data: { addressesWithheldAt: new Date() } });
}

/**
 * Returns the networks that a restore has stopped and whose chain has been scanned to its head
 * since: the node has answered after it, and everything up to the head that it reported is in the
 * database.
 */
export async function listScannedAgain(): Promise<string[]> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT c.network_code AS code
    FROM chain_cursors c JOIN send_stops s ON s.scope = c.network_code AND s.kind = 'restore'
    WHERE c.last_answer_at > s.stopped_at AND c.height >= c.head_height AND c.caught_up_at IS NOT NULL
      AND c.stopped_at IS NULL AND c.problem IS NULL
      AND NOT EXISTS (SELECT FROM restores r WHERE r.finished_at IS NULL AND r.addresses_withheld_at IS NULL)`;
  return rows.map(({ code }) => code);
}

/** Finishes all restores once no network is stopped by one. Returns whether there is none left. */
export async function finishRestores(tx: Tx): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE restores SET finished_at = now() WHERE finished_at IS NULL AND addresses_withheld_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM send_stops WHERE kind = 'restore')`;
  return count > 0 || (await tx.restore.count({ where: { finishedAt: null } })) === 0;
}
