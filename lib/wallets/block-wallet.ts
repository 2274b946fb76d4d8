import { withTransaction } from "@/lib/db";
import { enqueueSettlements } from "@/lib/deposits/jobs";
import { invariant } from "@/lib/errors";
import { getWallet } from "@/lib/wallets/get-wallet";
import { lockWallet, markBlocked, markForceRefund } from "@/lib/wallets/repo";
import type { BlockWalletInput } from "@/lib/wallets/schema";
import type { StaticWallet } from "@/lib/wallets/wallet";

/**
 * Blocks a static wallet for good: from this moment nothing that arrives is credited, and what waits below the minimum is held as
 * well. Under the lock that crediting takes, so a payment is credited wholly before or held wholly after. A second call changes
 * nothing, but may order the refund that the first one did not.
 *
 * @throws AppError `not_found` when the merchant has no such wallet
 */
export async function blockWallet(merchantId: string, input: BlockWalletInput): Promise<StaticWallet> {
  const { id } = await getWallet(merchantId, input);
  return await withTransaction(async (tx) => {
    const now = new Date();
    const wallet = await lockWallet(tx, id);
    invariant(wallet, "a wallet is never deleted");
    if (wallet.status !== "blocked") {
      await markBlocked(tx, id, now);
      // What waits for the minimum is moved to the held funds.
      await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: id }]);
    }
    if (input.is_force_refund && !wallet.isForceRefund) await markForceRefund(tx, id, now);
    const isForceRefund = wallet.isForceRefund || input.is_force_refund;
    return { ...wallet, status: "blocked", blockedAt: wallet.blockedAt ?? now, isForceRefund };
  });
}
