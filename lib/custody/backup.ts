import { createHash, timingSafeEqual } from "node:crypto";
import { normalizeMnemonic, openSeed } from "@/lib/custody/open-seed";
import { findSeed, markBackupConfirmed, markExported } from "@/lib/custody/repo";
import type { SeedKeys } from "@/lib/custody/seed-key";

/**
 * A backup step is missing, was done before, or was done incorrectly; the message says what to do.
 */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export type ExportOptions = {
  /** Shows them once more; only until a backup is confirmed. */
  readonly again: boolean;
};

/**
 * Returns the mnemonic the one time that it is shown. The export is recorded before the words are
 * returned: of two concurrent calls only one gets them. Throws BackupError afterwards, so that
 * somebody who gains access to the machine later cannot export it.
 */
export async function exportMnemonic(keys: SeedKeys, options: ExportOptions, now: Date): Promise<string> {
  const mnemonic = await openSeed(keys);
  if (await markExported(now)) return mnemonic;
  const stored = await findSeed();
  if (stored?.backupConfirmedAt != null) {
    throw new BackupError("The words were shown and their backup was confirmed; they are not shown again.");
  }
  if (!options.again) {
    throw new BackupError(
      `The words were shown on ${stored?.exportedAt?.toISOString()}. If they are lost and no backup was confirmed: npm run seed:export -- --again`,
    );
  }
  return mnemonic;
}

/**
 * Confirms the backup with the words that the operator reads from it. Throws BackupError when they
 * differ.
 */
export async function confirmBackup(text: string, keys: SeedKeys, now: Date): Promise<void> {
  const mnemonic = await openSeed(keys);
  if (!isSameText(normalizeMnemonic(text), mnemonic)) {
    throw new BackupError("These are not the words of this installation; the backup is not confirmed.");
  }
  await markBackupConfirmed(now);
}

/**
 * Throws while funds on real networks could depend on words that nobody has written down.
 * `realNetworks`: the enabled networks that are not sandboxes.
 */
export async function assertBackupConfirmed(realNetworks: readonly string[]): Promise<void> {
  if (realNetworks.length === 0) return;
  const stored = await findSeed();
  if (stored?.backupConfirmedAt != null) return;
  throw new BackupError(
    `The seed's backup is not confirmed, and these networks carry real money: ${realNetworks.join(", ")}. Run npm run seed:export, write the words down, then npm run seed:export -- --confirm`,
  );
}

function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
