import { listMerchantBalances, listUserBalances, type WalletBalance } from "@/lib/ledger/balances";
import type { WalletView } from "@/lib/merchants/balance-schema";
import { findWalletOwner } from "@/lib/merchants/wallet-owner-repo";
import { walletUuid } from "@/lib/merchants/wallet-uuid";
import { decimal } from "@/lib/money/decimal";
import { formatCrypto, formatFiat } from "@/lib/money/format";
import { findUsdPrice } from "@/lib/rates/queries";

/** What `POST /v1/balance` answers: the merchant's wallets, and the personal ones that transfers reach. */
export async function merchantBalanceView(merchantId: string) {
  const owner = await findWalletOwner(merchantId);
  const ownerId = owner?.isUsable ? owner.userId : null;
  const [merchant, user] = await Promise.all([
    listMerchantBalances(merchantId),
    ownerId === null ? [] : listUserBalances(ownerId),
  ]);
  const views = (scope: string, wallets: readonly WalletBalance[]) =>
    Promise.all(wallets.map((wallet) => toWalletView(scope, wallet)));
  return [{ balance: { merchant: await views(merchantId, merchant), user: await views(ownerId ?? "", user) } }];
}

async function toWalletView(scope: string, wallet: WalletBalance): Promise<WalletView> {
  const balance = decimal(wallet.balance);
  return {
    uuid: walletUuid(scope, wallet.currency),
    balance: formatCrypto(balance),
    currency_code: wallet.currency,
    balance_usd: await usdText(wallet),
  };
}

/** Zero when no fresh price is known: a balance must not be unreadable because a rate source is down. */
async function usdText(wallet: WalletBalance): Promise<string> {
  try {
    const { rate } = await findUsdPrice(wallet.currency);
    return formatFiat(decimal(wallet.balance).times(rate));
  } catch {
    return formatFiat(decimal("0"));
  }
}
