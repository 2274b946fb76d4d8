import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { issueApiKey, rotateApiKey } from "@/lib/people/keys/api-keys";
import { mailOwners } from "@/lib/people/merchants/mail-owners";
import type { apiKeyKinds } from "@/lib/people/merchants/schema";

export type RotateKeyInput = { readonly kind: (typeof apiKeyKinds)[number]; readonly overlapSeconds: number };

/**
 * Creates the merchant's first key of a kind, or replaces the current one, which keeps verifying
 * requests for `overlapSeconds`. The secret is only in the response; every owner is notified by
 * mail. Concurrent calls are serialised: the second replaces the first's key.
 */
export async function rotateKey(
  who: { merchantId: string; userId: string },
  { kind, overlapSeconds }: RotateKeyInput,
): Promise<{ secret: string }> {
  return withTransaction(async (tx) => {
    await lockMerchantKeys(tx, who.merchantId);
    const hintBefore = await findCurrentHint(tx, who.merchantId, kind);
    const isFirst = hintBefore === null;
    const key = isFirst
      ? await issueApiKey(tx, who.merchantId, kind)
      : await rotateApiKey(tx, who.merchantId, kind, { overlapSeconds });
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: isFirst ? "api-key.issue" : "api-key.rotate",
      target: key.id,
      detail: { kind, overlapSeconds },
      before: { endsWith: hintBefore },
      after: { endsWith: await selectHint(tx, key.id) },
    });
    await mailOwners(tx, { merchantId: who.merchantId, actorId: who.userId }, { kind: "key", of: kind, isFirst });
    return { secret: key.secret };
  });
}

/** Locks the merchant's row until the transaction ends, which serialises changes of its keys. */
async function lockMerchantKeys(tx: Tx, merchantId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM merchants WHERE id = ${merchantId}::uuid FOR NO KEY UPDATE`;
}

/**
 * Returns the last four characters of the key to replace; null if there is none. Call it under that
 * lock.
 */
async function findCurrentHint(tx: Tx, merchantId: string, kind: ApiKeyKind): Promise<string | null> {
  const key = await tx.apiKey.findFirst({ where: { merchantId, kind, endsAt: null }, select: { hint: true } });
  return key?.hint ?? null;
}

/** Returns the last four characters of a key, by which people recognise it. */
async function selectHint(tx: Tx, id: string): Promise<string> {
  return (await tx.apiKey.findUniqueOrThrow({ where: { id }, select: { hint: true } })).hint;
}
