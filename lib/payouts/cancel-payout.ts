import { withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import type { Payout } from "@/lib/payouts/payout";
import { payoutErrors } from "@/lib/payouts/payout-error";
import { lockPayout } from "@/lib/payouts/repo";
import { takeBackUnsigned } from "@/lib/payouts/take-back-send";
import { transitionPayout } from "@/lib/payouts/transition-payout";

/**
 * Takes a payout back for which nothing is signed: while it waits, or before a worker took it up. The money returns to the balance.
 * @throws AppError `not_found`; `refused` when it is final, or a transaction carries it
 */
export async function cancelPayout(order: {
  readonly merchantId: string;
  readonly payoutId: string;
  /** The person who cancels. */
  readonly actorId: string | null;
}): Promise<Payout> {
  const { merchantId, payoutId, actorId } = order;
  return await withTransaction(async (tx) => {
    const payout = await lockPayout(tx, payoutId, merchantId);
    if (payout === null) throw payoutErrors.notFound();
    await takeBackUnsigned(tx, payout);
    const change = { before: { status: payout.status }, after: { status: "cancel" } };
    await recordAudit(tx, { actorId, merchantId, action: "payout.cancel", target: payout.id, ...change });
    return await transitionPayout(tx, payout, "cancel", { failure: "cancelled before it was signed" });
  });
}
