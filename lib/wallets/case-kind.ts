import type { Deposit } from "@/lib/deposits/deposit";
import { ownCaseKind } from "@/lib/deposits/peculiarity";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** Why a deposit may not top a wallet up by itself; null when it may. */
export function walletCaseKind(
  wallet: Pick<StaticWallet, "networkCode" | "currencyCode">,
  deposit: Pick<Deposit, "networkCode" | "currencyCode" | "peculiarity">,
): "wrong_token" | "wrong_network" | "extra" | null {
  const own = ownCaseKind(deposit);
  if (own !== null) return own;
  if (deposit.networkCode !== wallet.networkCode) return "wrong_network";
  return deposit.currencyCode === wallet.currencyCode ? null : "wrong_token";
}
