import type { PayQuote } from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { ETH_QUOTE } from "@/lib/money-in/invoices/testing/pay-views";
import type { PaymentUriVector } from "@/lib/money-in/invoices/testing/payment-uris";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";

/** Returns the reviewed catalog's quote for a vector's service, as the payment page sees it. */
export function vectorQuote({ service: name, address, amount }: PaymentUriVector): PayQuote {
  const [code = "", networkCode = ""] = name.split("@");
  const service = REVIEWED_SERVICES.find(({ currency, network }) => currency === code && network === networkCode);
  const currency = REVIEWED_CURRENCIES.find((candidate) => candidate.code === code);
  const network = REVIEWED_NETWORKS.find((candidate) => candidate.code === networkCode);
  if (service === undefined || network === undefined || currency === undefined) throw new Error(`no service ${name}`);
  const { tokenStandard, chainId, family, confirmations, blockSeconds } = network;
  return {
    ...ETH_QUOTE,
    currency: code,
    currencyName: currency.name,
    address,
    payerAmount: decimal(amount),
    decimals: service.decimals,
    contract: service.contract,
    network: {
      ...ETH_QUOTE.network,
      code: networkCode,
      name: network.name,
      tokenStandard,
      chainId,
      family,
      confirmations,
      blockSeconds,
    },
  };
}
