import type { Tx } from "@/lib/db";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

/** Holds the merchant's row until the transaction ends: its keys are changed one after the other. */
export async function lockMerchantKeys(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
}

/** Whether there is a key to replace. To be asked under that lock. */
export async function hasCurrentKey(tx: Tx, merchantId: string, kind: ApiKeyKind): Promise<boolean> {
  return (await tx.apiKey.count({ where: { merchantId, kind, endsAt: null } })) > 0;
}
