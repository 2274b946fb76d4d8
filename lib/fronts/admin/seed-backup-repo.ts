import type { Tx } from "@/lib/kernel/db";

/** Whether somebody has typed the seed's words back from paper. Of the seed itself nothing is read. */
export async function isBackupConfirmed(tx: Tx): Promise<boolean> {
  return (await tx.custodySeed.count({ where: { backupConfirmedAt: { not: null } } })) > 0;
}
