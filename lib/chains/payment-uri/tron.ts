import type { PaymentRequest } from "@/lib/chains/payment-uri/payment-request";
import { fromBaseUnits } from "@/lib/money/base-units";

/**
 * TRON has no standard for this (TIP-17, which is sometimes named, is about energy). What was found in 2026:
 *
 * - `tron:ADDRESS?amount=TRX`, shaped like BIP-21, is what shops and block explorers write and what Trust Wallet's scheme
 *   (`coin:address?amount=`) and Unstoppable Wallet read. So it is written for the network's own coin.
 * - For a token nobody agrees on the parameter that names the contract, and a wallet that does not know it would offer as many TRX
 *   as there should be tokens: 25 USDT would become 25 TRX. So there is none for tokens.
 * - TronLink's scanner reads the address alone and refuses any scheme ("Incorrect account address format",
 *   btcpayserver-tether/BTCPayServer.Plugins.USDt, pull request 46); TokenPocket documents nothing else either, and the
 *   deep links of both sign in at a site first. The code of the address is therefore the one to show first.
 */
export function buildTronUri({ address, units, decimals, contract }: PaymentRequest): string | null {
  if (contract !== null) return null;
  return `tron:${address}?amount=${fromBaseUnits(units, decimals).toFixed()}`;
}
