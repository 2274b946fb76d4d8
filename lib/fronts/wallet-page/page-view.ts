import type { PayNetwork } from "@/lib/fronts/payment-page/pay-view";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { WalletStatus } from "@/lib/money-in/static-wallets/wallet";
import type { BrandView } from "@/lib/people/brands/brand-view";
import type { PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

/**
 * What the hosted page of a static wallet may know, and nothing more: no order id, no callback, no commission, no sender and no
 * transaction. Anyone who holds the link can read it.
 */
export type WalletPageView = {
  readonly uuid: string;
  readonly status: WalletStatus;
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
  readonly currency: string;
  readonly network: PayNetwork;
  /** Where to send to; null when nothing must be sent any more. */
  readonly target: WalletTarget | null;
  /** Newest first. */
  readonly recent: readonly RecentDeposit[];
  /** Changes whenever the page would look different. */
  readonly key: string;
};

export type WalletTarget = {
  readonly address: string;
  /** What has to come together before it is credited; zero when there is no such limit. */
  readonly minimum: Decimal;
  /** Decimals of the coin on its network, and of what a payer may be asked for. */
  readonly decimals: number;
  readonly payableDecimals: number;
  /** Null for the network's own coin. */
  readonly contract: string | null;
  /** For those who send from an exchange. */
  readonly exchange: PayExchange;
};

/** Where a deposit stands, as its sender sees it. */
export type DepositState =
  | "seen"
  /** Deep enough, and together with the others below the minimum. */
  | "waits"
  | "credited"
  /** Came to a blocked wallet. */
  | "held"
  /** Not the wallet's coin: the merchant decides. */
  | "case"
  /** A refund of it is under way. */
  | "returning"
  | "returned"
  | "vanished";

export type RecentDeposit = {
  readonly amount: Decimal;
  readonly currency: string;
  readonly networkCode: string;
  readonly networkName: string;
  readonly state: DepositState;
  /** Depth now; the block of the transaction counts as one, zero while it waits for a block. */
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly seenAt: Date;
};
