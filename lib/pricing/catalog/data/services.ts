import { NETWORKS, networkOf } from "@/lib/chains/networks/networks";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";

type ServiceLimits = {
  readonly paymentMin: string;
  readonly paymentMax: string;
  readonly payoutMin: string;
  readonly payoutMax: string;
};

/** Amounts as decimal text in the currency: [payment min, payment max, payout min, payout max]. */
type Row = readonly [currency: string, paymentMin: string, paymentMax: string, payoutMin: string, payoutMax: string];

/**
 * Initial limits by currency, the same on each of its networks; the operator changes them per
 * service. A minimum is worth roughly half a dollar to two dollars (below that, moving the coin
 * costs more than its value; it is above every chain's dust limit), a maximum roughly a million.
 * VERSE has the limits of the API's own example.
 */
const ROWS: readonly Row[] = [
  ["USDT", "0.5", "1000000", "0.5", "1000000"],
  ["USDC", "0.5", "1000000", "0.5", "1000000"],
  ["DAI", "0.5", "1000000", "0.5", "1000000"],
  ["BTC", "0.00001", "20", "0.00002", "20"],
  ["ETH", "0.0002", "400", "0.0005", "400"],
  ["TRX", "3", "4000000", "3", "4000000"],
  ["BNB", "0.001", "1500", "0.001", "1500"],
  ["LTC", "0.01", "12000", "0.01", "12000"],
  ["SOL", "0.005", "7000", "0.005", "7000"],
  ["TON", "0.2", "400000", "0.2", "400000"],
  ["XMR", "0.003", "5000", "0.003", "5000"],
  ["POL", "1", "4000000", "1", "4000000"],
  ["DOGE", "5", "6000000", "5", "6000000"],
  ["BCH", "0.002", "3000", "0.002", "3000"],
  ["AVAX", "0.03", "50000", "0.03", "50000"],
  ["DASH", "0.02", "40000", "0.02", "40000"],
  ["SHIB", "50000", "100000000000", "50000", "100000000000"],
  ["VERSE", "2500", "10000000", "2500", "10000000"],
  ["CGPT", "5", "10000000", "5", "10000000"],
  ["HMSTR", "1000", "5000000000", "1000", "5000000000"],
];

export const SERVICE_LIMITS: ReadonlyMap<string, ServiceLimits> = new Map(
  ROWS.map(([currency, paymentMin, paymentMax, payoutMin, payoutMax]) => [
    currency,
    { paymentMin, paymentMax, payoutMin, payoutMax },
  ]),
);

/** A currency on a network as reviewed. Amounts are decimal text in the currency. */
export type ReviewedService = {
  readonly currency: string;
  readonly network: string;
  /** Null for the native coin. */
  readonly contract: string | null;
  /** Of the coin on this network. */
  readonly decimals: number;
  /** False: too few sources agree on the contract; never offered, whatever the operator enables. */
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

/** Architecture: payments 1 %; a payout costs the network fee plus 0 %. */
const PAYMENT_FEE_PERCENT = "1";

type Coin = Pick<ReviewedService, "currency" | "network" | "contract" | "decimals" | "isReviewed">;

const NATIVE_COINS: readonly Coin[] = NETWORKS.map(({ code, native }) => ({
  currency: native.currency,
  network: code,
  contract: null,
  decimals: native.decimals,
  isReviewed: true,
}));

/** Sources with different maintainers that a contract needs before it is offered. */
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
    // Popular currencies first, and within a currency the popular networks; both orders are
    // below 1000.
    sortOrder: currency.sortOrder * 1_000 + network.sortOrder,
  };
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the reviewed catalog lacks the ${what}`);
  return value;
}
