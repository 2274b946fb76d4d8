import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Tx } from "@/lib/db";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { beginRefund } from "@/lib/refunds/begin-refund";
import type { HeldAmounts } from "@/lib/refunds/held-refund";
import type { Refund } from "@/lib/refunds/refund";
import { reserveFromHeld } from "@/lib/refunds/refund-funds";
import { type FreeHold, takeHolds } from "@/lib/refunds/wallet-holds-repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

export type HoldsRefund = {
  readonly wallet: StaticWallet;
  readonly service: CatalogService;
  readonly feeQuote: FeeQuote;
  /** Canonical. */
  readonly address: string;
  readonly holds: readonly FreeHold[];
  readonly amounts: HeldAmounts;
  readonly orderedById: string | null;
  readonly isByPaymentKey?: boolean;
};

/**
 * Refunds held deposits of a wallet to an address, in the caller's transaction, which holds the wallet's lock and has judged them.
 * @throws AppError what a guard refuses with: the transaction is to be rolled back
 */
export async function refundHolds(tx: Tx, order: HoldsRefund): Promise<Refund> {
  const { wallet, service, feeQuote, address, amounts, orderedById } = order;
  const { merchantId, currencyCode, networkCode } = wallet;
  const owner = { merchantId, kind: "wallet" as const, invoiceId: null, walletId: wallet.id, caseId: null };
  const money = { ...amounts, fromCode: currencyCode, debitedAmount: amounts.amount, isSubtract: false };
  const how = { feeQuoteId: feeQuote.id, createdById: orderedById };
  return await beginRefund(tx, {
    terms: { ...owner, networkCode, currencyCode, address, ...money, ...how },
    network: service.network,
    guardedMerchantId: merchantId,
    isByPaymentKey: order.isByPaymentKey ?? false,
    reserve: async (open, refund) => {
      await takeHolds(open, order.holds, refund.id);
      await reserveFromHeld(open, refund);
    },
  });
}
