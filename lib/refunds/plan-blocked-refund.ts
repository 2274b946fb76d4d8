import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { Decimal, ZERO } from "@/lib/money/decimal";
import { checkAddress } from "@/lib/payouts/check-destination";
import { dustLimitOf } from "@/lib/payouts/dust-limit";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { payoutAmounts } from "@/lib/payouts/payout-amounts";
import { quoteRefundFee } from "@/lib/refunds/quote-refund-fee";
import { refundErrors } from "@/lib/refunds/refund-error";
import { listHeldDeposits } from "@/lib/refunds/repo";
import type { BlockedRefundInput } from "@/lib/refunds/schema";
import { getWallet } from "@/lib/wallets/get-wallet";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** What the one refund of a blocked wallet would do, in the wallet's coin. */
export type BlockedRefundPlan = {
  readonly wallet: StaticWallet;
  readonly service: CatalogService;
  readonly address: string;
  /** All that is held: `sentAmount` + `commission`. */
  readonly heldAmount: Decimal;
  readonly sentAmount: Decimal;
  readonly commission: Decimal;
  readonly feeQuote: FeeQuote;
};

/**
 * Plans the refund of everything that a blocked wallet holds to one address; the service's payout fee comes out of it.
 * `isInProcess` says whether one is under way.
 *
 * @throws AppError with the specification's text, or naming the parameter that is wrong
 */
export async function planBlockedRefund(
  merchantId: string,
  input: BlockedRefundInput,
  isInProcess: (walletId: string) => Promise<boolean>,
): Promise<BlockedRefundPlan> {
  // With both ids the uuid decides here, the other way round than elsewhere.
  const { uuid, order_id } = input;
  const wallet = await getWallet(merchantId, { uuid, order_id: uuid === null ? order_id : null });
  const held = await listHeldDeposits(wallet.id);
  if (held.some((deposit) => deposit.isRefunded)) throw refundErrors.onlyOnce();
  if (await isInProcess(wallet.id)) throw refundErrors.inProcess();
  // Ordered with the blocking: what is held goes back to where it came from, and that is the one refund.
  if (wallet.isForceRefund) throw refundErrors.onlyOnce();
  const heldAmount = Decimal.sum(ZERO, ...held.map((deposit) => deposit.amount));
  if (wallet.status !== "blocked" || heldAmount.isZero()) throw refundErrors.nothingToWithdraw();

  const catalog = await loadCatalog();
  const service = catalog.service(wallet.currencyCode, wallet.networkCode);
  if (service === null || !service.isPayoutEnabled || !service.isReviewed) throw refundErrors.serviceNotFound();
  const address = await checkAddress(catalog, service.network, input.address);
  const feeQuote = await quoteRefundFee(service);
  const { payableDecimals } = service;
  const { sent, commission } = payoutAmounts({ amount: heldAmount, isSubtract: false, fee: feeQuote, payableDecimals });
  const isTooSmall = heldAmount.lt(service.payoutMin) || !sent.gt(ZERO) || sent.lt(dustLimitOf(service));
  if (isTooSmall) throw refundErrors.tooSmall();
  return { wallet, service, address, heldAmount, sentAmount: sent, commission, feeQuote };
}
