import { SOURCED_CONTRACTS, SOURCES_NEEDED } from "@/lib/catalog/data/contract-sources";
import { REVIEWED_CURRENCIES } from "@/lib/catalog/data/currencies";
import { REVIEWED_NETWORKS } from "@/lib/catalog/data/networks";
import { SERVICE_LIMITS } from "@/lib/catalog/data/service-limits";

/** A currency on a network as reviewed. Amounts are decimal text in the currency. */
export type ReviewedService = {
  readonly currency: string;
  readonly network: string;
  /** Null for the network's own coin. */
  readonly contract: string | null;
  /** Of the coin on this network. */
  readonly decimals: number;
  /** False: too few sources agree on the contract; never offered, whatever the operator switches on. */
  readonly isReviewed: boolean;
  readonly paymentMin: string;
  readonly paymentMax: string;
  readonly paymentFeePercent: string;
  readonly paymentFeeFixed: string;
  readonly payoutMin: string;
  readonly payoutMax: string;
  readonly payoutFeePercent: string;
  readonly payoutFeeFixed: string;
  readonly sortOrder: number;
};

/** Base units of the networks' own coins: wei, satoshi, sun, lamport, nanoton, piconero. */
const NATIVE_DECIMALS: ReadonlyMap<string, number> = new Map([
  ["eth", 18],
  ["bsc", 18],
  ["polygon", 18],
  ["arbitrum", 18],
  ["avalanche", 18],
  ["btc", 8],
  ["ltc", 8],
  ["doge", 8],
  ["dash", 8],
  ["bch", 8],
  ["tron", 6],
  ["sol", 9],
  ["ton", 9],
  ["xmr", 12],
]);

/** Architecture: payments 1 %; a payout costs what the network costs and 0 % on top. */
const PAYMENT_FEE_PERCENT = "1";

/**
 * Least fixed payout fee of a stable coin by network: about what a transfer costs on an ordinary day. The live estimate
 * replaces it when it is higher (money rules), so it only keeps a quote from being nothing. Other coins: the estimate alone.
 */
const STABLE_PAYOUT_FEES: ReadonlyMap<string, string> = new Map([
  ["eth", "1"],
  ["tron", "1"],
  ["bsc", "0.1"],
  ["polygon", "0.01"],
  ["arbitrum", "0.1"],
  ["avalanche", "0.1"],
  ["sol", "0.2"],
  ["ton", "0.2"],
]);

type Coin = Pick<ReviewedService, "currency" | "network" | "contract" | "decimals" | "isReviewed">;

const NATIVE_COINS: readonly Coin[] = REVIEWED_NETWORKS.map((network) => ({
  currency: network.nativeCurrency,
  network: network.code,
  contract: null,
  decimals: required(NATIVE_DECIMALS.get(network.code), `decimals of ${network.code}`),
  isReviewed: true,
}));

const TOKENS: readonly Coin[] = SOURCED_CONTRACTS.map(({ currency, network, contract, decimals, sources }) => ({
  currency,
  network,
  contract,
  decimals,
  isReviewed: new Set(sources).size >= SOURCES_NEEDED,
}));

export const REVIEWED_SERVICES: readonly ReviewedService[] = [...NATIVE_COINS, ...TOKENS]
  .map(withTerms)
  .sort((a, b) => a.sortOrder - b.sortOrder);

function withTerms(coin: Coin): ReviewedService {
  const currency = required(
    REVIEWED_CURRENCIES.find(({ code }) => code === coin.currency),
    `currency ${coin.currency}`,
  );
  const network = required(
    REVIEWED_NETWORKS.find(({ code }) => code === coin.network),
    `network ${coin.network}`,
  );
  const limits = required(SERVICE_LIMITS.get(coin.currency), `limits of ${coin.currency}`);
  return {
    ...coin,
    ...limits,
    paymentFeePercent: PAYMENT_FEE_PERCENT,
    paymentFeeFixed: "0",
    payoutFeePercent: "0",
    payoutFeeFixed: currency.isStable ? (STABLE_PAYOUT_FEES.get(coin.network) ?? "0") : "0",
    // Popular currencies first, and within one the popular networks; both orders stay below 1000.
    sortOrder: currency.sortOrder * 1_000 + network.sortOrder,
  };
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the reviewed catalog lacks the ${what}`);
  return value;
}
