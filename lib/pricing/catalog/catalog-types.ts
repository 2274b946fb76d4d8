import type { AddressFamily } from "@/lib/chains/address-family";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * State of a network's node as last recorded by the watcher. `missing`: never read, so none is
 * configured. `silent`: it stopped answering, or no worker runs. `lagging`: its head is too old.
 * `stopped`: waits for the operator.
 */
export type NodeState = "ready" | "missing" | "silent" | "lagging" | "stopped";

export type CatalogNetwork = {
  /** Lower case. */
  readonly code: string;
  readonly name: string;
  readonly family: AddressFamily;
  /** EIP-155; null outside the EVM family. */
  readonly chainId: bigint | null;
  readonly nativeCurrency: string;
  readonly isEnabled: boolean;
  readonly isSandbox: boolean;
  /** Confirmations that a transaction needs, including its own block: never less than reviewed. */
  readonly confirmations: number;
  readonly blockSeconds: number;
  readonly lagLimitSeconds: number;
  /** With `{txid}` and `{address}`; null where no explorer exists. */
  readonly explorerTransaction: string | null;
  readonly explorerAddress: string | null;
  /** The wallets' name for its tokens (`BEP-20`); null where it has none. */
  readonly tokenStandard: string | null;
  readonly hasMemo: boolean;
  readonly hasPriority: boolean;
  readonly node: NodeState;
};

export type CatalogCurrency = {
  /** Upper case. */
  readonly code: string;
  readonly name: string;
  readonly kind: "crypto" | "fiat";
  readonly isStable: boolean;
  /** Decimals that an amount in this currency may have. */
  readonly decimals: number;
};

/** A currency on a network, with its current terms. Amounts are in the currency. */
export type CatalogService = {
  readonly currency: CatalogCurrency;
  readonly network: CatalogNetwork;
  /** Null for the native coin. */
  readonly contract: string | null;
  /** Of the coin on this network. */
  readonly decimals: number;
  /** Decimals of an amount due: at most 8. */
  readonly payableDecimals: number;
  readonly isReviewed: boolean;
  readonly isPaymentEnabled: boolean;
  readonly isPayoutEnabled: boolean;
  readonly paymentMin: Decimal;
  readonly paymentMax: Decimal;
  /** In percent: 1 is one hundredth. */
  readonly paymentFeePercent: Decimal;
  readonly paymentFeeFixed: Decimal;
  readonly payoutMin: Decimal;
  readonly payoutMax: Decimal;
  readonly payoutFeePercent: Decimal;
  readonly payoutFeeFixed: Decimal;
  /** Where the node contradicts the reviewed data; null when they agree. */
  readonly mismatch: string | null;
};
