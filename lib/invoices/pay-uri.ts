import { buildEvmPaymentUri } from "@/lib/chains/evm/payment-uri";
import type { PayQuote } from "@/lib/invoices/pay-view";
import { toBaseUnits } from "@/lib/money/base-units";
import type { Decimal } from "@/lib/money/decimal";

/**
 * What a wallet that scans the code should send: coin, network, address and `amount` in one text. Null for a family whose standard
 * is not known here; the plain address serves then.
 */
export function payUri(quote: PayQuote, amount: Decimal): string | null {
  const { family, chainId } = quote.network;
  if (family !== "evm" || chainId === null) return null;
  return buildEvmPaymentUri({
    // tidy-ignore: a chain's number
    chainId: Number(chainId),
    to: quote.address,
    units: toBaseUnits(amount, quote.decimals),
    contract: quote.contract,
  });
}
