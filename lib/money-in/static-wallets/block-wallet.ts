import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { enqueueSettlements } from "@/lib/money-in/deposits/assign-address-repo";
import { type Deposit, ownCaseKind } from "@/lib/money-in/deposits/deposit";
import { getWallet } from "@/lib/money-in/static-wallets/get-wallet";
import { lockWallet, markBlocked, markForceRefund } from "@/lib/money-in/static-wallets/repo";
import type { BlockWalletInput } from "@/lib/money-in/static-wallets/schema";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { assertProven } from "@/lib/people/guards/assert-proven";

/**
 * Blocks a static wallet permanently: from now on no deposit is credited, and amounts waiting below
 * the minimum are held too. Takes the same lock as crediting, so a payment is either credited in
 * full before or held in full after. A second call changes nothing, but may request the refund that
 * the first one did not.
 *
 * @param actorId the person who blocks it; null for the machine API
 * @throws AppError `not_found` when the merchant has no such wallet; `confirmation_needed` where it
 *   requests a refund
 */
export async function blockWallet(
  merchantId: string,
  input: BlockWalletInput,
  actorId: string | null = null,
): Promise<StaticWallet> {
  const { id } = await getWallet(merchantId, input);
  return await withTransaction(async (tx) => {
    const now = new Date();
    const wallet = await lockWallet(tx, id);
    invariant(wallet, "a wallet is never deleted");
    if (wallet.status !== "blocked") {
      await markBlocked(tx, id, now);
      // Amounts waiting for the minimum are moved to the held funds.
      await enqueueSettlements(tx, [{ ownerKind: "wallet", ownerId: id }]);
    }
    if (input.is_force_refund && !wallet.isForceRefund) {
      // All later deposits are refunded too, in an unknown amount.
      assertProven();
      await markForceRefund(tx, id, now);
    }
    const isForceRefund = wallet.isForceRefund || input.is_force_refund;
    if (wallet.status !== "blocked" || isForceRefund !== wallet.isForceRefund)
      await recordAudit(tx, {
        actorId,
        merchantId,
        action: "wallet.block",
        target: id,
        detail: { isForceRefund },
        ...changedFields(
          { status: wallet.status, isForceRefund: wallet.isForceRefund },
          { status: "blocked", isForceRefund },
        ),
      });
    return { ...wallet, status: "blocked", blockedAt: wallet.blockedAt ?? now, isForceRefund };
  });
}

/** Returns why a deposit may not top up the wallet automatically; null when it may. */
export function walletCaseKind(
  wallet: Pick<StaticWallet, "networkCode" | "currencyCode">,
  deposit: Pick<Deposit, "networkCode" | "currencyCode" | "holdReason">,
): "wrong_token" | "wrong_network" | "extra" | null {
  const own = ownCaseKind(deposit);
  if (own !== null) return own;
  if (deposit.networkCode !== wallet.networkCode) return "wrong_network";
  return deposit.currencyCode === wallet.currencyCode ? null : "wrong_token";
}
