import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { buildPaymentUri } from "@/lib/chains/payment-uri/build-payment-uri";
import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import { toBaseUnits } from "@/lib/kernel/money/base-units";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** What some wallets show or obey beside coin, address and amount. */
export type PayUriExtras = {
  /** The shop's name. */
  readonly label?: string;
  /** When the time to pay is up. */
  readonly expiresAt?: Date;
};

/**
 * What a wallet that scans the code should send: coin, network, address and `amount` in one text.
 * Null where no text is read by the wallets of that network; the plain address serves then.
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
 * Whether the plain address is the code to show first, because the network's most used wallet reads
 * nothing else.
 */
export function isAddressFirst(quote: PayQuote): boolean {
  return quote.network.family === "tron";
}
