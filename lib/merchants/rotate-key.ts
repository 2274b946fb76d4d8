import { withTransaction } from "@/lib/db";
import { issueApiKey, rotateApiKey } from "@/lib/merchants/api-keys";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { mailOwners } from "@/lib/merchants/mail-owners";
import { findCurrentHint, lockMerchantKeys, selectHint } from "@/lib/merchants/rotate-key-repo";
import type { apiKeyKinds } from "@/lib/merchants/schema";

export type RotateKeyInput = { readonly kind: (typeof apiKeyKinds)[number]; readonly overlapSeconds: number };

/**
 * Makes the merchant's first key of a kind, or replaces the current one, which goes on verifying requests for `overlapSeconds`. The
 * secret is in the answer and nowhere else; every owner is told by mail. Two calls at the same moment go one after the other: the second replaces the first's.
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
