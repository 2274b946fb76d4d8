import type { AddressFamily } from "@/lib/chains/address-family";
import { bitcoinLikeUri, buildBitcoinCashUri, buildMoneroUri } from "@/lib/chains/payment-uri/bitcoin-like";
import { buildEvmUri } from "@/lib/chains/payment-uri/evm";
import type { PaymentRequest, PaymentUriBuilder } from "@/lib/chains/payment-uri/payment-request";
import { buildSolanaUri } from "@/lib/chains/payment-uri/solana";
import { buildTonUri } from "@/lib/chains/payment-uri/ton";
import { buildTronUri } from "@/lib/chains/payment-uri/tron";

const BUILDERS: Readonly<Record<AddressFamily, PaymentUriBuilder>> = {
  evm: buildEvmUri,
  btc: bitcoinLikeUri("btc"),
  ltc: bitcoinLikeUri("ltc"),
  doge: bitcoinLikeUri("doge"),
  dash: bitcoinLikeUri("dash"),
  bch: buildBitcoinCashUri,
  tron: buildTronUri,
  sol: buildSolanaUri,
  ton: buildTonUri,
  xmr: buildMoneroUri,
};

/**
 * The text that a wallet app reads from a code or a link: coin, network, address and amount in one. Pure, safe for the browser. Null
 * where the plain address is all that the family's wallets read.
 */
export function buildPaymentUri(family: AddressFamily, request: PaymentRequest): string | null {
  return BUILDERS[family](request);
}
