import { qrPngDataUri } from "@/lib/kernel/qr/qr-png";
import { refusal } from "@/lib/kernel/refusals";
import { walletPageUrl } from "@/lib/money-in/invoices/wire-view";
import { findMerchantWallet, findWalletByOrderId } from "@/lib/money-in/static-wallets/repo";
import type { WalletView } from "@/lib/money-in/static-wallets/schema";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { walletUuid } from "@/lib/people/merchants/wallet-owner-repo";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/**
 * Returns a merchant's own static wallet; if both ids are given, the order id decides.
 * @throws AppError `not_found`, the same for another merchant's wallet as for none
 */
export async function getWallet(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<StaticWallet> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantWallet(merchantId, ids.uuid))
      : await findWalletByOrderId(merchantId, ids.order_id);
  if (!found) throw refusal("static_wallet_not_found");
  return found;
}

/** Builds the API's static wallet object. */
export function toWalletView(wallet: StaticWallet): WalletView {
  return {
    wallet_uuid: walletUuid(wallet.merchantId, wallet.currencyCode),
    uuid: wallet.id,
    order_id: wallet.orderId,
    address: wallet.address,
    network: wallet.networkCode,
    currency: wallet.currencyCode,
    url: walletPageUrl(wallet.id),
  };
}

/**
 * Returns the QR image of a static wallet's address. @throws AppError `not_found` when the merchant
 * has no such wallet
 */
export async function walletQr(merchantId: string, uuid: string): Promise<{ image: string }> {
  const wallet = await getWallet(merchantId, { uuid, order_id: null });
  return { image: qrPngDataUri(wallet.address) };
}

/**
 * Whether payers may still be asked to send. A temporarily unavailable node does not change that.
 */
export function isTopUpOffered(service: CatalogService): boolean {
  return service.isPaymentEnabled && service.isReviewed && service.network.isEnabled && service.mismatch === null;
}
