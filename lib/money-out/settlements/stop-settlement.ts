import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { updateRule } from "@/lib/money-out/settlements/repo";
import type { SettlementRule } from "@/lib/money-out/settlements/settlement";
import { mailOwners } from "@/lib/people/merchants/mail-owners";

/**
 * Stops a rule whose payout was refused, until a person resumes it: with an alarm, a row in the
 * audit log and a mail to the owners. The caller holds its lock.
 */
export async function stopSettlement(tx: Tx, rule: SettlementRule, reason: string, now: Date): Promise<void> {
  const { id, merchantId, currencyCode: currency } = rule;
  await updateRule(tx, id, { stoppedAt: now, stopReason: reason, openPayoutId: null, note: null });
  await raiseAlarm(tx, {
    kind: "settlement-stopped",
    subject: id,
    message: `Automatic settlement of ${currency} of merchant ${merchantId}: ${reason}`,
  });
  const detail = { currency, reason };
  await recordAudit(tx, { actorId: null, merchantId, action: "settlement.stop", target: id, detail });
  await mailOwners(tx, { merchantId, actorId: null }, { kind: "settlement-stopped", currency, reason });
}

/** Clears its alarm: a person resumed or removed it. */
export async function clearStop(tx: Tx, ruleId: string): Promise<void> {
  await clearAlarm(tx, { kind: "settlement-stopped", subject: ruleId });
}
