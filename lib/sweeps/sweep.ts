import type { Decimal } from "@/lib/money/decimal";
import type { SweepStatus } from "@/lib/sweeps/status";

/** Whole deposits of one coin on their way from a deposit address to the network's hot wallet. */
export type Sweep = {
  readonly id: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly addressId: bigint;
  readonly address: string;
  /** What is to arrive: the sum of its deposits; of the native coin with the address's rest, less the most that the fee may take. */
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
