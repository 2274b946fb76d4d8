import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/** The life of a sweep. Pure, and safe for the browser. */
const SWEEP_STATUSES = [
  /** Its gas is on the way. */
  "gas",
  /** Queued or on its way. */
  "process",
  "done",
  /** It did not move; its deposits may be swept again. */
  "fail",
] as const;

export type SweepStatus = (typeof SWEEP_STATUSES)[number];

/** When deposits of a service are gathered. */
export type SweepPolicy = {
  readonly isEnabled: boolean;
  /** Less than this on one address stays there, unless a payout waits for the coin. In the coin. */
  readonly amountMin: Decimal;
  /** What waited for longer goes, however little; null: never for its age. */
  readonly waitSecondsMax: number | null;
  /** Sweeps of the service under way at once. */
  readonly batchMax: number;
};

/**
 * A sweep has to bring in this many times what it costs; on the sandbox it costs play money and is
 * to be seen.
 */
const WORTH_TIMES = "20";
const WORTH_TIMES_SANDBOX = "1";
/** Of the least payment: one or two of those are not gathered. */
const PAYMENTS_MIN = "10";
const PAYMENTS_MIN_SANDBOX = "1";
const BATCH_MAX = 16;

/**
 * What holds for a service without a row of its own.
 * @param cost of one sweep now, its gas included, in the coin; null when no rate is fresh: then the
 *   least payment decides alone
 */
export function defaultPolicy(service: CatalogService, cost: Decimal | null): SweepPolicy {
  const { isSandbox } = service.network;
  const payments = service.paymentMin.times(isSandbox ? PAYMENTS_MIN_SANDBOX : PAYMENTS_MIN);
  const worth = (cost ?? ZERO).times(isSandbox ? WORTH_TIMES_SANDBOX : WORTH_TIMES);
  return { isEnabled: true, amountMin: Decimal.max(payments, worth), waitSecondsMax: null, batchMax: BATCH_MAX };
}

/**
 * The least amount on one address that goes now. Where money is waited for, whatever is worth its
 * cost goes, also where the operator's own minimum is higher.
 */
export function minimumNow(policy: SweepPolicy, cost: Decimal | null, isWanted: boolean): Decimal {
  return isWanted ? Decimal.min(policy.amountMin, cost ?? ZERO) : policy.amountMin;
}

/** Whole deposits of one coin on their way from a deposit address to the network's hot wallet. */
export type Sweep = {
  readonly id: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly addressId: bigint;
  readonly address: string;
  /**
   * What is to arrive: the sum of its deposits; of the native coin with the address's residual
   * balance, less the most that the fee may take.
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
