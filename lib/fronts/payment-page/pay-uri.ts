import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { buildPaymentUri } from "@/lib/chains/payment-uri/build-payment-uri";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** Optional details that some wallets show or enforce. */
export type PayUriExtras = {
  /** The shop's name. */
  readonly label?: string;
  /** When the time to pay ends. */
  readonly expiresAt?: Date;
};

/**
 * Returns the URI that tells a wallet coin, network, address and `amount`. Null if the network's
 * wallets read no such URI; the plain address is used then.
 */
export function payUri(quote: PayQuote, amount: Decimal, { label, expiresAt }: PayUriExtras = {}): string | null {
  const { network, address, contract, decimals } = quote;
  const family = ADDRESS_FAMILIES.find((candidate) => candidate === network.family);
  if (family === undefined) return null;
  return buildPaymentUri(family, {
    address,
    units: toBaseUnits(amount, decimals),
    decimals,
    contract,
    chainId: network.chainId,
    label: label ?? null,
    expiresAt: expiresAt ?? null,
  });
}

/**
 * Whether to show the plain address as the first QR code, because the network's most used wallet
 * reads nothing else.
 */
export function isAddressFirst(quote: PayQuote): boolean {
  return quote.network.family === "tron";
}
