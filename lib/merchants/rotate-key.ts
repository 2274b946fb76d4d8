import { withTransaction } from "@/lib/db";
import { issueApiKey, listApiKeys, rotateApiKey } from "@/lib/merchants/api-keys";
import { recordAudit } from "@/lib/merchants/audit-repo";
import type { apiKeyKinds } from "@/lib/merchants/schema";

export type RotateKeyInput = { readonly kind: (typeof apiKeyKinds)[number]; readonly overlapSeconds: number };

/**
 * Makes the merchant's first key of a kind, or replaces the current one, which goes on verifying requests for `overlapSeconds`. The
 * secret is in the answer and nowhere else.
 */
export async function rotateKey(
  who: { merchantId: string; userId: string },
  { kind, overlapSeconds }: RotateKeyInput,
): Promise<{ secret: string }> {
  const keys = await listApiKeys(who.merchantId);
  const isFirst = !keys.some((key) => key.kind === kind && key.endsAt === null);
  return withTransaction(async (tx) => {
    const key = isFirst
      ? await issueApiKey(tx, who.merchantId, kind)
      : await rotateApiKey(tx, who.merchantId, kind, { overlapSeconds });
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: isFirst ? "api-key.issue" : "api-key.rotate",
      target: key.id,
      detail: { kind, overlapSeconds },
    });
    return { secret: key.secret };
  });
}
