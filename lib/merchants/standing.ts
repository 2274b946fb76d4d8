import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { BLOCK_MS, PAYOUT_ROLES } from "@/lib/guards/assert-may-pay-out";
import { type PayoutObstacles, readPayoutObstacles } from "@/lib/guards/repo";
import { type StandingRow, selectStanding } from "@/lib/merchants/standing-repo";
import type { StandingView } from "@/lib/merchants/standing-schema";

/**
 * What a merchant cannot do at the moment, since when or until when, for its members. By the same look as the gate of money that leaves.
 * The operator's reasons are not told: they are for the operator alone.
 * @throws AppError `not_found`
 */
export async function readStanding(merchantId: string, now: Date): Promise<StandingView> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const [row, obstacles] = await Promise.all([
    selectStanding(database(), merchantId, PAYOUT_ROLES.payers),
    readPayoutObstacles(database(), merchantId, PAYOUT_ROLES, since),
  ]);
  if (row === null || obstacles === null) throw new AppError("not_found", "There is no such merchant");
  return {
    paymentsBlockedAt: text(row.paymentsBlockedAt),
    payoutsBlockedAt: text(row.payoutsBlockedAt),
    ownerSuspension: obstacles.isOwnerBlocked ? { since: text(row.ownerSuspendedAt) } : null,
    restsUntil: text(restsUntil(row, obstacles)),
  };
}

/** The end of the last rest that still goes on. A key that was made within a rest may count a little long. */
function restsUntil(row: StandingRow, { isPasswordNew, isKeyNew, isLimitLoosened }: PayoutObstacles): Date | null {
  const begun = [
    isPasswordNew ? row.passwordChangedAt : null,
    isKeyNew ? row.payoutKeyMadeAt : null,
    isLimitLoosened ? row.limitsLoosenedAt : null,
  ];
  const latest = Math.max(...begun.map((at) => at?.getTime() ?? 0));
  return latest === 0 ? null : new Date(latest + BLOCK_MS);
}

const text = (at: Date | null) => at?.toISOString() ?? null;
