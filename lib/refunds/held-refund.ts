import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import type { Tx } from "@/lib/db";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { sum } from "@/lib/money/sum";
import { dustLimitOf } from "@/lib/payouts/dust-limit";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { payoutAmounts } from "@/lib/payouts/payout-amounts";
import { refundErrors } from "@/lib/refunds/refund-error";
import { readWalletRefunds } from "@/lib/refunds/repo";
import { type FreeHold, hasDoubtfulHold, listFreeHolds } from "@/lib/refunds/wallet-holds-repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** What is refunded of held funds: the fee comes out of it. */
export type HeldAmounts = {
  /** All of it: `sentAmount` + `commission`. */
  readonly amount: Decimal;
  readonly sentAmount: Decimal;
  readonly commission: Decimal;
};

/**
 * What the refund of a blocked wallet to an address would send: all that it holds, once. Of a wallet whose deposits go back by themselves
 * it is what cannot: each such rest once.
 *
 * @throws AppError `You can withdraw only once`, `Refund is in process`, `Nothing to withdraw`; `Server error` while it is not known
 * whether something held still stands
 */
export async function listRefundableHolds(tx: Tx, wallet: StaticWallet): Promise<FreeHold[]> {
  const free = await listFreeHolds(tx, wallet.id);
  if (wallet.isForceRefund) {
    const waiting = free.filter(({ awaitsAddress }) => awaitsAddress !== null);
    if (waiting.length > 0) return waiting;
  }
  const { isPaid, isUnderWay } = await readWalletRefunds(tx, wallet.id);
  if (isUnderWay) throw refundErrors.inProcess();
  // Ordered with the blocking: what is held goes back to where it came from, and that is the one refund.
  if (isPaid || wallet.isForceRefund) throw refundErrors.onlyOnce();
  if (wallet.status !== "blocked" || free.length === 0) throw refundErrors.nothingToWithdraw();
  // Left out of the one refund, it could never leave if it stood after all.
  if (await hasDoubtfulHold(tx, wallet.id))
    throw refundErrors.serverError({ wallet: wallet.id, reason: "a held deposit is in doubt" });
  return free;
}

/** What is sent of these, and what it costs. @throws AppError `The amount is too small` */
export function priceHolds(service: CatalogService, holds: readonly FreeHold[], feeQuote: FeeQuote): HeldAmounts {
  const amount = sum(holds.map((hold) => hold.amount));
  if (amount.lt(service.payoutMin)) throw refundErrors.tooSmall();
  return priceHeld(service, amount, feeQuote);
}

/** @throws AppError `The amount is too small` when the fee leaves nothing that the network would carry */
export function priceHeld(service: CatalogService, amount: Decimal, feeQuote: FeeQuote): HeldAmounts {
  const { payableDecimals } = service;
  const { sent, commission } = payoutAmounts({ amount, isSubtract: false, fee: feeQuote, payableDecimals });
  if (!sent.gt(ZERO) || sent.lt(dustLimitOf(service))) throw refundErrors.tooSmall();
  return { amount, sentAmount: sent, commission };
}

/** @throws AppError `The service was not found` when the coin is paid out no more */
export function refundService(catalog: Catalog, currencyCode: string, networkCode: string): CatalogService {
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) throw refundErrors.serviceNotFound();
  return service;
}
