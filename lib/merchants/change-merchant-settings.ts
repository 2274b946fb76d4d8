import { type Tx, withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { lockRefundRequestPolicy, updateMerchantSettings } from "@/lib/merchants/merchants-repo";
import type { MerchantSettingsInput } from "@/lib/merchants/schema";

/**
 * Changes what a merchant decides about itself; the audit log keeps the new values. Switching refunds that payers ask for to `automatic`
 * writes down when: nothing goes by itself for a day after it.
 */
export async function changeMerchantSettings(
  who: { merchantId: string; userId: string },
  settings: MerchantSettingsInput,
  now = new Date(),
): Promise<void> {
  await withTransaction(async (tx) => {
    const since = await automaticSince(tx, who.merchantId, settings, now);
    await updateMerchantSettings(tx, who.merchantId, settings, since);
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: "merchant.change",
      target: who.merchantId,
      detail: given(settings),
    });
  });
}

/** Undefined: as before, also where a card is saved again that said `automatic` already. */
async function automaticSince(
  tx: Tx,
  merchantId: string,
  { refundRequestPolicy: next }: MerchantSettingsInput,
  now: Date,
): Promise<Date | null | undefined> {
  if (next === undefined) return undefined;
  const before = await lockRefundRequestPolicy(tx, merchantId);
  if (next === before) return undefined;
  return next === "automatic" ? now : null;
}

/** What was sent, without what was left out. */
function given(settings: MerchantSettingsInput): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
