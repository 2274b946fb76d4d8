import type { PaymentRequest, PaymentUriBuilder } from "@/lib/chains/payment-uri/payment-request";
import { fromBaseUnits } from "@/lib/money/base-units";

/** The schemes that the wallets of these coins have registered; each has taken over Bitcoin's standard under its own name. */
const SCHEMES = { btc: "bitcoin", ltc: "litecoin", doge: "dogecoin", dash: "dash" } as const;

/**
 * BIP-21, and BIP-321 which replaces it: the amount in whole coins, in plain digits with a dot. No label: wallets show the one that
 * the payer gives, and it makes the code finer.
 */
export function bitcoinLikeUri(family: keyof typeof SCHEMES): PaymentUriBuilder {
  return (request) => `${SCHEMES[family]}:${request.address}?amount=${wholeCoins(request)}`;
}

/** CashAddr: the address's own prefix is the scheme (`bchreg` on a test chain), so it is not set before it a second time. */
export function buildBitcoinCashUri(request: PaymentRequest): string {
  const { address } = request;
  return `${address.includes(":") ? address : `bitcoincash:${address}`}?amount=${wholeCoins(request)}`;
}

/** Monero's own scheme: like BIP-21, but the amount has another name. */
export function buildMoneroUri(request: PaymentRequest): string {
  return `monero:${request.address}?tx_amount=${wholeCoins(request)}`;
}

function wholeCoins({ units, decimals }: PaymentRequest): string {
  return fromBaseUnits(units, decimals).toFixed();
}
