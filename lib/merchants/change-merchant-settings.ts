import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { updateMerchantSettings } from "@/lib/merchants/merchants-repo";
import type { MerchantSettingsInput } from "@/lib/merchants/schema";

/** Changes what a merchant decides about itself; the audit log keeps the new values. */
export async function changeMerchantSettings(
  who: { merchantId: string; userId: string },
  settings: MerchantSettingsInput,
): Promise<void> {
  await withTransaction(async (tx) => {
    await updateMerchantSettings(tx, who.merchantId, settings);
    await recordAudit(tx, {
      actorId: who.userId,
      merchantId: who.merchantId,
      action: "merchant.change",
      target: who.merchantId,
      detail: given(settings),
    });
  });
}

/** What was sent, without what was left out. */
function given(settings: MerchantSettingsInput): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
