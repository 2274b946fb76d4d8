import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/** The statuses of a sweep. Pure, and safe for the browser. */
const SWEEP_STATUSES = [
  /** Its gas is being sent. */
  "gas",
  /** Queued or being sent. */
  "process",
  "done",
  /** It was not moved; its deposits may be swept again. */
  "fail",
] as const;

export type SweepStatus = (typeof SWEEP_STATUSES)[number];

/** When deposits of a service are swept. */
export type SweepPolicy = {
  readonly isEnabled: boolean;
  /**
   * A smaller amount on one address stays there, unless a payout waits for the coin. In the coin.
   */
  readonly amountMin: Decimal;
  /** Deposits that have waited longer are swept whatever their amount; null: no limit. */
  readonly waitSecondsMax: number | null;
  /** Maximum number of concurrent sweeps of the service. */
  readonly batchMax: number;
};

/**
 * A sweep must move this many times its cost; on the sandbox the cost is play money, and sweeps
 * should be visible.
 */
const WORTH_TIMES = "20";
const WORTH_TIMES_SANDBOX = "1";
/** Multiple of the minimum payment: one or two of those are not swept. */
const PAYMENTS_MIN = "10";
const PAYMENTS_MIN_SANDBOX = "1";
const BATCH_MAX = 16;

/**
 * Returns the policy of a service without its own row.
 * @param cost of one sweep now, including gas, in the coin; null when no rate is fresh: then only
 *   the minimum payment decides
 */
export function defaultPolicy(service: CatalogService, cost: Decimal | null): SweepPolicy {
  const { isSandbox } = service.network;
  const payments = service.paymentMin.times(isSandbox ? PAYMENTS_MIN_SANDBOX : PAYMENTS_MIN);
  const worth = (cost ?? ZERO).times(isSandbox ? WORTH_TIMES_SANDBOX : WORTH_TIMES);
  return { isEnabled: true, amountMin: Decimal.max(payments, worth), waitSecondsMax: null, batchMax: BATCH_MAX };
}

/**
 * Returns the minimum amount on one address to sweep now. While money is needed, anything worth its
 * cost is swept, even if the operator's own minimum is higher.
 */
export function minimumNow(policy: SweepPolicy, cost: Decimal | null, isWanted: boolean): Decimal {
  return isWanted ? Decimal.min(policy.amountMin, cost ?? ZERO) : policy.amountMin;
}

/** Whole deposits of one coin being moved from a deposit address to the network's hot wallet. */
export type Sweep = {
  readonly id: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly addressId: bigint;
  readonly address: string;
  /**
   * The amount that arrives: the sum of its deposits; for the native coin plus the address's
   * residual balance, less the maximum fee.
   */
  readonly amount: Decimal;
  readonly status: SweepStatus;
};

/** An address that holds enough of a coin. */
export type SweepCandidate = {
  readonly addressId: bigint;
  readonly address: string;
  /** Sum of the deposits that may be swept. */
  readonly amount: Decimal;
};
