import { assertUnchanged } from "@/lib/fronts/admin/edit-version";
import type { NetworkForm } from "@/lib/fronts/admin/networks-schema";
import { isBackupConfirmed } from "@/lib/fronts/admin/seed-backup-repo";
import { networkFields } from "@/lib/fronts/admin/terms-fields";
import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { lockNetworkTerms, updateNetworkTerms } from "@/lib/pricing/catalog/edit-repo";
import { leastConfirmations } from "@/lib/pricing/catalog/needed-confirmations";
import { forgetCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Switches a network on or off, and says how deep a payment has to be there. New depths count at once, also for payments that are on their
 * way; a network that is off offers nothing, while addresses that were given out stay watched. Processes see it within 15 seconds.
 * @throws AppError `not_found`; `invalid_request` naming `confirmations` below the reviewed least; `refused` when somebody changed it meanwhile, or real money would come in before the seed was backed up
 */
export async function changeNetwork(form: NetworkForm, actorId: string): Promise<void> {
  const after = { isEnabled: form.isEnabled, confirmations: Number.parseInt(form.confirmations, 10) };
  await withTransaction(async (tx) => {
    const stored = await lockNetworkTerms(tx, form.code);
    if (stored === null) throw new AppError("not_found", "There is no such network");
    const before = networkFields(stored);
    assertUnchanged(before, form.version);
    const isNewlyReal = after.isEnabled && !before.isEnabled && !stored.isSandbox;
    if (isNewlyReal && !(await isBackupConfirmed(tx)))
      throw new AppError("refused", "First confirm the backup of the seed, with npm run seed:export -- --confirm.");
    const least = leastConfirmations({ code: form.code, isSandbox: stored.isSandbox });
    if (after.confirmations < least) {
      const message = `At least ${least} on this network.`;
      throw new AppError("invalid_request", message, { fields: { confirmations: [message] } });
    }
    const changed = changedFields(before, after);
    if (Object.keys(changed.after).length === 0) return;
    await updateNetworkTerms(tx, form.code, after);
    await recordAudit(tx, { actorId, action: "network.change", target: form.code, ...changed });
  });
  forgetCatalog();
}
