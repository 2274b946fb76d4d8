import { z } from "zod";
import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { PayChoice } from "@/lib/invoices/pay-view";

const coinList = z.array(z.object({ currency: z.string(), network: z.string().nullish() })).nullable();
type CoinList = z.output<typeof coinList>;

/** What an invoice and its merchant leave open. Lists are JSON as the tables keep them. */
export type ChoiceRule = {
  /** Currency of the amount; binding when it is a coin and nothing else is named. */
  readonly currency: string;
  readonly isFiat: boolean;
  readonly toCurrency: string | null;
  readonly network: string | null;
  readonly currencies: unknown;
  readonly exceptCurrencies: unknown;
  readonly acceptedCoins: unknown;
};

/**
 * The services that a payer may choose among, in the order in which they come. A list that names a coin without a network means it
 * on every network. The merchant's own list counts only where the invoice has none.
 */
export function choosableServices(rule: ChoiceRule, services: readonly CatalogService[]): readonly CatalogService[] {
  const coin = rule.toCurrency ?? (rule.isFiat ? null : rule.currency);
  const allowed = readList(rule.currencies) ?? readList(rule.acceptedCoins);
  const excepted = readList(rule.exceptCurrencies) ?? [];
  return services.filter(
    (service) =>
      (coin === null || service.currency.code === coin.toUpperCase()) &&
      (rule.network === null || service.network.code === rule.network.toLowerCase()) &&
      (allowed === null || isListed(service, allowed)) &&
      !isListed(service, excepted),
  );
}

/** A service as the page shows it; `current` is the one of the quote in force. */
export function toPayChoice(service: CatalogService, current: { currency: string; network: string } | null): PayChoice {
  const { currency, network } = service;
  return {
    currency: currency.code,
    currencyName: currency.name,
    networkCode: network.code,
    networkName: network.name,
    tokenStandard: service.contract === null ? null : network.tokenStandard,
    secondsToFinal: network.confirmations * network.blockSeconds,
    isCurrent: current !== null && current.currency === currency.code && current.network === network.code,
  };
}

/** Null where no list is kept; a list of another shape was never written by us and is a fault. */
function readList(value: unknown): CoinList {
  return coinList.parse(value ?? null);
}

function isListed(service: CatalogService, list: NonNullable<CoinList>): boolean {
  return list.some(
    (entry) =>
      entry.currency.toUpperCase() === service.currency.code &&
      (!entry.network || entry.network.toLowerCase() === service.network.code),
  );
}
