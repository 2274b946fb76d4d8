import { NETWORKS, networkOf } from "@/lib/chains/networks/networks";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { SERVICE_LIMITS } from "@/lib/pricing/catalog/data/service-limits";

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

/** Architecture: payments 1 %; a payout costs what the network costs and 0 % on top. */
const PAYMENT_FEE_PERCENT = "1";

type Coin = Pick<ReviewedService, "currency" | "network" | "contract" | "decimals" | "isReviewed">;

const NATIVE_COINS: readonly Coin[] = NETWORKS.map(({ code, native }) => ({
  currency: native.currency,
  network: code,
  contract: null,
  decimals: native.decimals,
  isReviewed: true,
}));

/** How many sources of different keepers a contract needs before it is offered. */
export const SOURCES_NEEDED = 2;

const TOKENS: readonly Coin[] = NETWORKS.flatMap(({ code, tokens }) =>
  tokens.map(({ currency, contract, decimals, sources }) => ({
    currency,
    network: code,
    contract,
    decimals,
    isReviewed: new Set(sources).size >= SOURCES_NEEDED,
  })),
);

export const REVIEWED_SERVICES: readonly ReviewedService[] = [...NATIVE_COINS, ...TOKENS]
  .map(withTerms)
  .sort((a, b) => a.sortOrder - b.sortOrder);

function withTerms(coin: Coin): ReviewedService {
  const currency = required(
    REVIEWED_CURRENCIES.find(({ code }) => code === coin.currency),
    `currency ${coin.currency}`,
  );
  const network = required(networkOf(coin.network) ?? undefined, `network ${coin.network}`);
  const limits = required(SERVICE_LIMITS.get(coin.currency), `limits of ${coin.currency}`);
  return {
    ...coin,
    ...limits,
    paymentFeePercent: PAYMENT_FEE_PERCENT,
    paymentFeeFixed: "0",
    payoutFeePercent: "0",
    payoutFeeFixed: currency.isStable ? (network.stablePayoutFee ?? "0") : "0",
    // Popular currencies first, and within one the popular networks; both orders stay below 1000.
    sortOrder: currency.sortOrder * 1_000 + network.sortOrder,
  };
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the reviewed catalog lacks the ${what}`);
  return value;
}
