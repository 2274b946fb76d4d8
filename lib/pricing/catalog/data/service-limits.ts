export type ServiceLimits = {
  readonly paymentMin: string;
  readonly paymentMax: string;
  readonly payoutMin: string;
  readonly payoutMax: string;
};

/** Amounts as decimal text in the currency: [payment min, payment max, payout min, payout max]. */
type Row = readonly [currency: string, paymentMin: string, paymentMax: string, payoutMin: string, payoutMax: string];

/**
 * Starting limits by currency, the same on each of its networks; the operator changes them per service. A minimum is worth
 * roughly half a dollar to two dollars (below it moving the coin costs more than it brings, and it lies above every
 * chain's dust limit), a maximum roughly a million. VERSE follows the limits that the interface's own example shows.
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
