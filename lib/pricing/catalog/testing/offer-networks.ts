import { database, withTransaction } from "@/lib/kernel/db";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { syncCatalog } from "@/lib/pricing/catalog/sync-catalog";

/**
 * Fills the catalog of a test database and marks these networks as just read by a healthy node, so
 * that their services are available for the next three minutes. Only refreshes existing cursors.
 */
export async function offerNetworks(...networkCodes: readonly string[]): Promise<void> {
  await withTransaction(syncCatalog);
  const now = new Date();
  for (const networkCode of networkCodes) {
    await database().chainCursor.upsert({
      where: { networkCode },
      create: {
        networkCode,
        genesisHash: "0x00",
        height: 0n,
        hash: "0x00",
        headHeight: 0n,
        headTime: now,
        lastAnswerAt: now,
        caughtUpAt: now,
      },
      update: { headTime: now, lastAnswerAt: now, stoppedAt: null },
    });
  }
  clearCatalogCache();
}
