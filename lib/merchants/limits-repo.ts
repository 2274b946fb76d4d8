import type { Tx } from "@/lib/db";
import type { OutflowLimitsInput, OutflowLimitsView } from "@/lib/merchants/limits-schema";
import { decimal } from "@/lib/money/decimal";

/** Null for no such merchant. */
export async function selectOutflowLimits(tx: Tx, merchantId: string): Promise<OutflowLimitsView | null> {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: { dailyLimitUsd: true, approvalAboveUsd: true, refundsNeedPayoutKey: true },
  });
  return (
    row && {
      ...row,
      dailyLimitUsd: row.dailyLimitUsd && decimal(row.dailyLimitUsd).toFixed(),
      approvalAboveUsd: row.approvalAboveUsd && decimal(row.approvalAboveUsd).toFixed(),
    }
  );
}

export async function updateOutflowLimits(tx: Tx, merchantId: string, limits: OutflowLimitsInput): Promise<void> {
  const { dailyLimitUsd, approvalAboveUsd, refundsNeedPayoutKey } = limits;
  const data = { dailyLimitUsd, approvalAboveUsd, refundsNeedPayoutKey };
  await tx.merchant.update({ where: { id: merchantId }, data, select: { id: true } });
}
