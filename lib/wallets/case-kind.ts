import type { Deposit } from "@/lib/deposits/deposit";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** Why a deposit may not top a wallet up by itself; null when it may. */
export function walletCaseKind(
  wallet: Pick<StaticWallet, "networkCode" | "currencyCode">,
  deposit: Pick<Deposit, "networkCode" | "currencyCode">,
): "wrong_token" | "wrong_network" | null {
  if (deposit.networkCode !== wallet.networkCode) return "wrong_network";
  return deposit.currencyCode === wallet.currencyCode ? null : "wrong_token";
}
