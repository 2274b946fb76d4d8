import { createHash } from "node:crypto";
import { listMerchantBalances, listUserBalances, type WalletBalance } from "@/lib/ledger/balances";
import { findOwnerId } from "@/lib/merchants/balance-repo";
import type { WalletView } from "@/lib/merchants/balance-schema";
import { decimal } from "@/lib/money/decimal";
import { formatCrypto, formatFiat } from "@/lib/money/format";
import { findUsdPrice } from "@/lib/rates/queries";

/** What `POST /v1/balance` answers: the merchant's wallets, and the personal ones of its owner. */
export async function merchantBalanceView(merchantId: string) {
  const ownerId = await findOwnerId(merchantId);
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

/** A wallet is (owner, currency); its uuid follows from the two (RFC 9562, version 8 over SHA-256), so it needs no table. */
function walletUuid(scope: string, currency: string): string {
  const bytes = createHash("sha256").update(`wallet\n${scope}\n${currency}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
