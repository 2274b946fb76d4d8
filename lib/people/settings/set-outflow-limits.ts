import { type AuditValue, changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { limitText } from "@/lib/kernel/money/format";
import { lockOutflowLimits, selectOutflowLimits, updateOutflowLimits } from "@/lib/people/merchants/limits-repo";
import type { OutflowLimitsChange, OutflowLimitsInput, OutflowLimitsView } from "@/lib/people/merchants/limits-schema";
import { mailOwners } from "@/lib/people/merchants/mail-owners";

/** Returns a merchant's own limits. @throws AppError `not_found` */
export async function getOutflowLimits(merchantId: string): Promise<OutflowLimitsView> {
  const limits = await selectOutflowLimits(database(), merchantId);
  if (limits === null) throw new AppError("not_found", "Merchant not found.");
  return limits;
}

/**
 * Changes a merchant's outflow limits, effective at once: waiting outflows are checked against the
 * new limits. The audit log records both, and every owner is notified by mail. If a limit is
 * loosened, outflows stop for 24 hours (`assertMayPayOut`), even for an attacker with an owner's
 * session.
 * @throws AppError `not_found`
 */
export async function setOutflowLimits(
  change: OutflowLimitsChange & { readonly merchantId: string; readonly actorId: string | null },
): Promise<void> {
  const { merchantId, actorId, ...changes } = change;
  await withTransaction(async (tx) => {
    await lockOutflowLimits(tx, merchantId);
    const before = await selectOutflowLimits(tx, merchantId);
    if (before === null) throw new AppError("not_found", "Merchant not found.");
    const limits = changed(before, changes);
    await updateOutflowLimits(tx, merchantId, limits, isLoosened(before, limits) ? new Date() : null);
    const change = changedFields({ ...before }, { ...limits });
    await recordAudit(tx, { actorId, merchantId, action: "limits.change", target: merchantId, ...change });
    const sentences = Object.entries(change.after).map(
      ([name, now]) => `${LIMIT_LABELS[name]}: ${toText(now)} (before: ${toText(change.before[name])})`,
    );
    if (sentences.length > 0) await mailOwners(tx, { merchantId, actorId }, { kind: "limits", changes: sentences });
  });
}

const LIMIT_LABELS: Readonly<Record<string, string>> = {
  dailyLimitUsd: "24-hour limit",
  approvalAboveUsd: "Approval required above",
  refundCeilingUsd: "24-hour limit for refunds to other addresses",
  refundsNeedPayoutKey: "API refunds require the payout key",
  callsNeedTimedSignature: "API requests require x-signature",
};

function toText(value: AuditValue | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value == null ? "none" : limitText(String(value), "USD");
}

/** Null removes a limit, undefined keeps it. */
function changed(before: OutflowLimitsView, changes: OutflowLimitsChange): OutflowLimitsInput {
  const { dailyLimitUsd, approvalAboveUsd, refundCeilingUsd, refundsNeedPayoutKey, callsNeedTimedSignature } = changes;
  return {
    dailyLimitUsd: dailyLimitUsd === undefined ? before.dailyLimitUsd : dailyLimitUsd,
    approvalAboveUsd: approvalAboveUsd === undefined ? before.approvalAboveUsd : approvalAboveUsd,
    refundCeilingUsd: refundCeilingUsd === undefined ? before.refundCeilingUsd : refundCeilingUsd,
    refundsNeedPayoutKey: refundsNeedPayoutKey ?? before.refundsNeedPayoutKey,
    callsNeedTimedSignature: callsNeedTimedSignature ?? before.callsNeedTimedSignature,
  };
}

function isLoosened(before: OutflowLimitsView, after: OutflowLimitsInput): boolean {
  if (before.refundsNeedPayoutKey && !after.refundsNeedPayoutKey) return true;
  if (before.callsNeedTimedSignature && !after.callsNeedTimedSignature) return true;
  const names = ["dailyLimitUsd", "approvalAboveUsd", "refundCeilingUsd"] as const;
  return names.some((name) => isRaised(before[name], after[name]));
}

/** Null: no limit. */
function isRaised(before: string | null, after: string | null): boolean {
  if (before === null) return false;
  return after === null || decimal(after).gt(before);
}
