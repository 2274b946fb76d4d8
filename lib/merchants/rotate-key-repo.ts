import type { Tx } from "@/lib/db";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";

/** Holds the merchant's row until the transaction ends: its keys are changed one after the other. */
export async function lockMerchantKeys(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
}

/** The last four characters of the key to replace; null where there is none. To be asked under that lock. */
export async function findCurrentHint(tx: Tx, merchantId: string, kind: ApiKeyKind): Promise<string | null> {
  const key = await tx.apiKey.findFirst({ where: { merchantId, kind, endsAt: null }, select: { hint: true } });
  return key?.hint ?? null;
}

/** The last four characters of a key, by which people know it. */
export async function selectHint(tx: Tx, id: string): Promise<string> {
  return (await tx.apiKey.findUniqueOrThrow({ where: { id }, select: { hint: true } })).hint;
}
