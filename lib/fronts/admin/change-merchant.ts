import { assertUnchanged } from "@/lib/fronts/admin/edit-version";
import { toPercent } from "@/lib/fronts/admin/merchants-queries";
import { lockMerchant, updateMerchant } from "@/lib/fronts/admin/merchants-repo";
import type { MerchantBlocksForm, MerchantCommissionForm } from "@/lib/fronts/admin/merchants-schema";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { takeHoldLocks } from "@/lib/people/guards/repo";
import { retryHeldSends } from "@/lib/sending/sends/funding-alarms";

/**
 * Blocks a merchant's payments, its payouts or both, or lifts a block. While payments are blocked,
 * no new invoice, wallet or price is created, and deposits to existing ones are credited. While
 * payouts are blocked, no new outflow is created, no pending one is approved, and once this
 * function returns nothing more is signed: unsigned requests wait until the block is lifted. Signed
 * transactions continue. Only operators see the reason.
 * @throws AppError `not_found`; `refused` when somebody changed the blocks meanwhile, or they
 *   already have these values
 */
export async function changeMerchantBlocks(form: MerchantBlocksForm, actorId: string, now: Date): Promise<void> {
  const { id, version, reason, arePaymentsBlocked, arePayoutsBlocked } = form;
  await withTransaction(async (tx) => {
    await takeHoldLocks(tx, [id]);
    const stored = await lockMerchant(tx, id);
    if (stored === null) throw new AppError("not_found", "Merchant not found");
    const before = {
      arePaymentsBlocked: stored.paymentsBlockedAt !== null,
      arePayoutsBlocked: stored.payoutsBlockedAt !== null,
    };
    // Both flags are sent each time: without the version check, an operator who has not seen
    // another operator's block would lift it.
    assertUnchanged(before, version);
    const after = { arePaymentsBlocked, arePayoutsBlocked };
    if (before.arePaymentsBlocked === arePaymentsBlocked && before.arePayoutsBlocked === arePayoutsBlocked)
      throw new AppError("refused", "Already set; nothing was changed.");
    await updateMerchant(tx, id, {
      paymentsBlockedAt: arePaymentsBlocked ? (stored.paymentsBlockedAt ?? now) : null,
      payoutsBlockedAt: arePayoutsBlocked ? (stored.payoutsBlockedAt ?? now) : null,
    });
    if (before.arePayoutsBlocked && !arePayoutsBlocked) await retryHeldSends(tx, [id]);
    // Records both fields each time, and without the merchant, whose members must not read the
    // operator's reasons.
    await recordAudit(tx, { actorId, action: "merchant.change-blocks", target: id, detail: { reason }, before, after });
  });
}

const HUNDRED = decimal("100");

/**
 * Gives a merchant its own commission instead of the coins' percentages, or removes it. Applies to
 * prices quoted from now on; a coin's fixed part stays.
 * @throws AppError `not_found`; `refused` when somebody changed it meanwhile
 */
export async function changeMerchantCommission(form: MerchantCommissionForm, actorId: string): Promise<void> {
  const { id, version } = form;
  const part = form.commissionPercent === "" ? null : decimal(form.commissionPercent).dividedBy(HUNDRED);
  await withTransaction(async (tx) => {
    const stored = await lockMerchant(tx, id);
    if (stored === null) throw new AppError("not_found", "Merchant not found");
    const before = { commissionPercent: toPercent(stored.commission) };
    assertUnchanged(before, version);
    const after = { commissionPercent: toPercent(part) };
    if (before.commissionPercent === after.commissionPercent) return;
    await updateMerchant(tx, id, { paymentCommission: part?.toFixed() ?? null });
    const record = { actorId, merchantId: id, target: id, before, after };
    await recordAudit(tx, { ...record, action: "merchant.change-commission" });
  });
}
