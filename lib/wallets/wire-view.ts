import { walletPageUrl } from "@/lib/invoices/wire-view";
import { walletUuid } from "@/lib/merchants/wallet-uuid";
import type { WalletView } from "@/lib/wallets/schema";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** The static wallet of the interface. */
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
