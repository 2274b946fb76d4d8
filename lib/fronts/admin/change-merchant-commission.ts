import { assertUnchanged } from "@/lib/fronts/admin/edit-version";
import { toPercent } from "@/lib/fronts/admin/merchants-queries";
import { lockMerchant, updateMerchant } from "@/lib/fronts/admin/merchants-repo";
import type { MerchantCommissionForm } from "@/lib/fronts/admin/merchants-schema";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";

const HUNDRED = decimal("100");

/**
 * Gives a merchant a commission of its own in the place of the coins' percentages, or takes it back. It holds for what is priced from now
 * on; a coin's fixed part stays.
 * @throws AppError `not_found`; `refused` when somebody changed it meanwhile
 */
export async function changeMerchantCommission(form: MerchantCommissionForm, actorId: string): Promise<void> {
  const { id, version } = form;
  const part = form.commissionPercent === "" ? null : decimal(form.commissionPercent).dividedBy(HUNDRED);
  await withTransaction(async (tx) => {
    const stored = await lockMerchant(tx, id);
    if (stored === null) throw new AppError("not_found", "There is no such merchant");
    const before = { commissionPercent: toPercent(stored.commission) };
    assertUnchanged(before, version);
    const after = { commissionPercent: toPercent(part) };
    if (before.commissionPercent === after.commissionPercent) return;
    await updateMerchant(tx, id, { paymentCommission: part?.toFixed() ?? null });
    const record = { actorId, merchantId: id, target: id, before, after };
    await recordAudit(tx, { ...record, action: "merchant.change-commission" });
  });
}
