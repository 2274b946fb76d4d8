import { database, type Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { readPayoutObstacles } from "@/lib/guards/repo";
import { rolesWith } from "@/lib/merchants/role";

/** Time for the rightful owner to notice that somebody else has taken over. */
export const BLOCK_MS = 24 * 60 * 60 * 1000;
export const PAYOUT_ROLES = { payers: rolesWith("payout.create"), keyMakers: rolesWith("payout-key.rotate") };

/**
 * Every way out asks here first: payouts and their calculation, refunds, refunds of blocked wallets, transfers.
 *
 * Refused while payouts of the merchant or its owner are blocked, for 24 hours after the password of any member who may pay out was
 * changed or reset, after the payout key was rotated, and after the merchant's own limits were loosened. A merchant's first payout key blocks nothing by itself: there was
 * none that could have been stolen. Made within 24 hours after a new password of any member who may make keys, it waits for their end.
 *
 * @throws AppError `forbidden`, `You are forbidden`; the reason is in the log
 */
export async function assertMayPayOut(merchantId: string, now = new Date(), tx: Tx = database()): Promise<void> {
  const since = new Date(now.getTime() - BLOCK_MS);
  const obstacles = await readPayoutObstacles(tx, merchantId, PAYOUT_ROLES, since);
  if (obstacles !== null && !Object.values(obstacles).includes(true)) return;
  throw new AppError("forbidden", "You are forbidden", { details: { ...obstacles } });
}
