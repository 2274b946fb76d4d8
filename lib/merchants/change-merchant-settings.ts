import { type Tx, withTransaction } from "@/lib/db";
import { type AuditFields, recordAudit } from "@/lib/merchants/audit-repo";
import { changedFields } from "@/lib/merchants/changed-fields";
import {
  lockRefundRequestPolicy,
  selectMerchantSettings,
  updateMerchantSettings,
} from "@/lib/merchants/merchants-repo";
import type { MerchantSettingsInput, MerchantSettingsView } from "@/lib/merchants/schema";

/**
 * Changes what a merchant decides about itself; the audit log keeps both what was and what is. Switching refunds that payers ask for to `automatic`
 * writes down when: nothing goes by itself for a day after it.
 */
export async function changeMerchantSettings(
  who: { merchantId: string; userId: string },
  settings: MerchantSettingsInput,
  now = new Date(),
): Promise<void> {
  await withTransaction(async (tx) => {
    const since = await automaticSince(tx, who.merchantId, settings, now);
    const before = await selectMerchantSettings(tx, who.merchantId);
    await updateMerchantSettings(tx, who.merchantId, settings, since);
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: "merchant.change",
      target: who.merchantId,
      ...changedFields(pickSettings(before), settings),
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

function pickSettings(view: MerchantSettingsView | null): AuditFields {
  if (view === null) return {};
  const { id: _, refundRequestsAutomaticFrom: __, ...settings } = view;
  return settings;
}
