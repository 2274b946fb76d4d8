import { beginRefund } from "@/lib/exceptions/refunds/begin-refund";
import { type Refund, refundErrors } from "@/lib/exceptions/refunds/refund";
import { reserveFromHeld } from "@/lib/exceptions/refunds/refund-funds";
import { readWalletRefunds } from "@/lib/exceptions/refunds/repo";
import { type FreeHold, hasUnverifiedHold, listFreeHolds, takeHolds } from "@/lib/exceptions/refunds/wallet-holds-repo";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, sum, ZERO } from "@/lib/kernel/money/decimal";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { payoutAmounts } from "@/lib/money-out/payouts/payout-amounts";
import { quoteFee } from "@/lib/money-out/payouts/quote-fee";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { dustLimitOf } from "@/lib/sending/destinations/check-destination";
import { DEFAULT_PRIORITY } from "@/lib/sending/fees/fee-priority";
import type { FeeQuote } from "@/lib/sending/fees/fee-quotes-repo";

/** Amounts of a refund of held funds, which pay the fee. */
export type HeldAmounts = {
  /** The total: `sentAmount` + `commission`. */
  readonly amount: Decimal;
  readonly sentAmount: Decimal;
  readonly commission: Decimal;
};

/**
 * Lists what the refund of a blocked wallet to an address would send: all that the wallet holds,
 * once. For a wallet with a forced refund, lists the deposits that could not be refunded
 * automatically, each once.
 *
 * @throws AppError `refunded_once_only`, `refund_in_process`, `nothing_to_refund`;
 *   `temporarily_unavailable` while it is unknown whether a held deposit still stands
 */
export async function listRefundableHolds(tx: Tx, wallet: StaticWallet): Promise<FreeHold[]> {
  const free = await listFreeHolds(tx, wallet.id);
  if (wallet.isForceRefund) {
    const waiting = free.filter(({ addressRequiredReason }) => addressRequiredReason !== null);
    if (waiting.length > 0) return waiting;
  }
  const { isPaid, isUnderWay } = await readWalletRefunds(tx, wallet.id);
  if (isUnderWay) throw refundErrors.inProcess();
  // The forced refund was ordered with the block and is the only refund: what is held is returned
  // to its senders.
  if (isPaid || wallet.isForceRefund) throw refundErrors.onlyOnce();
  if (wallet.status !== "blocked" || free.length === 0) throw refundErrors.nothingToWithdraw();
  // A deposit left out of the only refund could never be refunded, even if it turns out to stand.
  if (await hasUnverifiedHold(tx, wallet.id))
    throw refundErrors.serverError({ wallet: wallet.id, reason: "a held deposit is in doubt" });
  return free;
}

/** Returns what is sent of these holds, and the fee. @throws AppError `refund_too_small` */
export function priceHolds(service: CatalogService, holds: readonly FreeHold[], feeQuote: FeeQuote): HeldAmounts {
  const amount = sum(holds.map((hold) => hold.amount));
  if (amount.lt(service.payoutMin)) throw refundErrors.tooSmall();
  return priceHeld(service, amount, feeQuote);
}

/**
 * @throws AppError `refund_too_small` when the amount after the fee is zero or below the dust limit
 */
export function priceHeld(service: CatalogService, amount: Decimal, feeQuote: FeeQuote): HeldAmounts {
  const { payableDecimals } = service;
  const { sent, commission } = payoutAmounts({ amount, isSubtract: false, fee: feeQuote, payableDecimals });
  if (!sent.gt(ZERO) || sent.lt(dustLimitOf(service))) throw refundErrors.tooSmall();
  return { amount, sentAmount: sent, commission };
}

/** @throws AppError `service_not_found` when payouts of the coin are disabled */
export function refundService(catalog: Catalog, currencyCode: string, networkCode: string): CatalogService {
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) throw refundErrors.serviceNotFound();
  return service;
}

type HoldsRefund = {
  readonly wallet: StaticWallet;
  readonly service: CatalogService;
  readonly feeQuote: FeeQuote;
  /** In canonical form. */
  readonly address: string;
  readonly holds: readonly FreeHold[];
  readonly amounts: HeldAmounts;
  readonly requestedById: string | null;
  readonly isByPaymentKey?: boolean;
};

/**
 * Refunds held deposits of a wallet to an address, in the caller's transaction, which holds the
 * wallet's lock and has validated them.
 * @throws AppError the refusal of a guard: the transaction must be rolled back
 */
export async function refundHolds(tx: Tx, order: HoldsRefund): Promise<Refund> {
  const { wallet, service, feeQuote, address, amounts, requestedById } = order;
  const { merchantId, currencyCode, networkCode } = wallet;
  const owner = { merchantId, kind: "wallet" as const, invoiceId: null, walletId: wallet.id, caseId: null };
  const money = { ...amounts, fromCode: currencyCode, debitedAmount: amounts.amount, isSubtract: false };
  const how = { feeQuoteId: feeQuote.id, createdById: requestedById };
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

/**
 * Returns the fee of a refund by this service: that of a payout, at the default priority. @throws
 * AppError `temporarily_unavailable` while no price is available
 */
export async function quoteRefundFee(service: CatalogService): Promise<FeeQuote> {
  try {
    return await quoteFee(service, DEFAULT_PRIORITY);
  } catch (error) {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no fee can be quoted" }, error) : error;
  }
}
