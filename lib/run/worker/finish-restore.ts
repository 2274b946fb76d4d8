import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import type { KeyTree } from "@/lib/custody/key-tree";
import { withholdAddresses } from "@/lib/custody/refill-address-pool";
import { findLastAddress } from "@/lib/custody/repo";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { deleteRestoreStop } from "@/lib/pricing/catalog/networks-repo";
import { pause } from "@/lib/run/worker/every";
import {
  finishRestores,
  listOpenRestores,
  listScannedAgain,
  markWithheld,
  type OpenRestore,
} from "@/lib/run/worker/restores-repo";
import { endStoppedWaits, notifySends } from "@/lib/sending/sends/repo";

const CHECK_MS = 2_000;

/**
 * After a restored backup, withholds every address that may have been assigned since: those that
 * follow the backup's last one in each family. Must have ended before blocks are scanned and the
 * pool is refilled. Does nothing without a restore. Covers every family: one that the backup does
 * not have may have come into use since. Safe with several workers, and to repeat.
 */
export async function withholdLostAddresses(keys: KeyTree, signal: AbortSignal): Promise<void> {
  for (const restore of await listOpenRestores()) {
    if (restore.isWithheld) continue;
    for (const family of ADDRESS_FAMILIES) {
      const first = (restore.lastIndexes[family] ?? -1) + 1;
      // Continues where an earlier start was interrupted.
      const from = Math.max(first, ((await findLastAddress(family))?.derivationIndex ?? -1) + 1);
      const count = Math.max(0, first + restore.lostAddresses - from);
      await withholdAddresses(keys, family, { from, count }, signal);
    }
    await withTransaction(async (tx) => {
      await markWithheld(tx, restore.id);
      await raiseAlarm(tx, { kind: "backup-restored", subject: restore.id.toString(), message: messageOf(restore) });
    });
    log().warn({ restore: restore.id.toString() }, "a backup was restored: addresses assigned since are withheld");
  }
}

function messageOf({ backupTakenAt, lostAddresses }: OpenRestore): string {
  return `This database was restored from a backup of ${backupTakenAt.toISOString()}. ${lostAddresses} addresses of each family after it are watched and not assigned again.`;
}

/**
 * Ends each network's stop of a restore as soon as its chain has been scanned to the head. The
 * restore's stop of all networks is an operator's to end: on networks without nonces nothing proves
 * that a send of the backup has not been paid since. Ends when no restore is open any more.
 */
export async function endRestoreStops(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await endScanned()) return;
    } catch (error) {
      if (!signal.aborted) log().error({ err: error }, "the stops of a restored backup could not be checked");
    }
    await pause(CHECK_MS, signal);
  }
}

/** Returns whether no restore is open any more. */
async function endScanned(): Promise<boolean> {
  for (const networkCode of await listScannedAgain()) {
    await withTransaction(async (tx) => {
      if (!(await deleteRestoreStop(tx, networkCode))) return;
      await recordAudit(tx, { actorId: null, action: "restore.scan", target: networkCode });
      await endStoppedWaits(tx, networkCode);
      await notifySends(tx, networkCode);
    });
  }
  return withTransaction(finishRestores);
}
