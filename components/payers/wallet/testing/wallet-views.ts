import type { DepositState, RecentDeposit, WalletPageView } from "@/lib/fronts/wallet-page/load-wallet-page";
import { decimal } from "@/lib/kernel/money/decimal";
import { ADDRESS, NOW, USDT_EXCHANGE, USDT_QUOTE } from "@/lib/money-in/invoices/testing/pay-views";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";

/** Sample wallets for the tests of the hosted page. */

export const DEPOSIT_STATES: readonly DepositState[] = [
  "seen",
  "waits",
  "credited",
  "held",
  "case",
  "returning",
  "returned",
  "vanished",
];

export function recent(amount: string, changes: Partial<RecentDeposit> = {}): RecentDeposit {
  return {
    amount: decimal(amount),
    currency: "USDT",
    networkCode: "bsc",
    networkName: "BNB Smart Chain",
    state: "credited",
    confirmations: 15,
    confirmationsNeeded: 15,
    seenAt: NOW,
    ...changes,
  };
}

/** Active, for USDT on BNB Smart Chain, without payments. */
export function walletPageView(changes: Partial<WalletPageView> = {}): WalletPageView {
  return {
    uuid: "de2b5c4f-1a0e-4b7c-9a45-3d3a3c0f8b21",
    status: "active",
    merchantName: "Paper Lantern",
    supportContact: "help@shop.example",
    brand: PLAIN_BRAND,
    currency: "USDT",
    network: USDT_QUOTE.network,
    target: {
      address: ADDRESS,
      minimum: decimal("0.5"),
      decimals: 18,
      payableDecimals: 8,
      contract: USDT_QUOTE.contract,
      exchange: USDT_EXCHANGE,
    },
    recent: [],
    key: "key",
    ...changes,
  };
}
