import type { FeePriority } from "@/lib/chains/spending";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * The statuses of a send. The allowed transitions are in the database (trigger `sends_guard`).
 * Pure, and safe for the browser.
 */
export const SEND_STATUSES = [
  /** Nothing is signed: it may be cancelled. */
  "queued",
  /** A transaction that carries it is stored and may reach the chain. */
  "sending",
  /** In a block, with enough confirmations. */
  "confirmed",
  /** It will never arrive; the amount was returned to the account it came from. */
  "failed",
  "cancelled",
] as const;

export type SendStatus = (typeof SEND_STATUSES)[number];

/** Why a send is not signed yet. Pure, and safe for the browser. */
export const WAIT_REASONS = [
  /** The hot wallet does not hold enough of the coin. */
  "funds",
  /** The hot wallet does not hold enough of the native coin for the network's fee. */
  "gas",
  /** The network fee is more than twice the one with which the send was priced. */
  "fee",
  /** The chain would currently refuse it. */
  "refused",
  /** A kill switch is set. */
  "stopped",
  /** Its merchant's payouts are blocked, or its requester is suspended. */
  "blocked",
  /** Its merchant is in the 24-hour cooldown. */
  "cooldown",
  /** Its requester may no longer pay out for its merchant. */
  "requester",
  /** Together with recent outflows, it exceeds what may leave the network within an hour. */
  "cap",
  /** It alone exceeds what may leave the network within an hour. */
  "above-cap",
  /** A withdrawal to an address that is not on the worker's list. */
  "not-allowlisted",
  /** Records that signing requires are missing from the database, or contradict it. */
  "unverified",
] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

/**
 * Returns whether the merchant can cause such a wait at will: ending such a send counts as called
 * off by the merchant.
 */
export function isMerchantsDoing(reason: WaitReason | null): boolean {
  return reason === "cooldown" || reason === "requester";
}

/** The purposes of sends, each with an owner. */
export const SEND_PURPOSES = ["payout", "refund", "withdrawal", "sweep", "gas", "consolidation"] as const;
export type SendPurpose = (typeof SEND_PURPOSES)[number];

/**
 * An instruction to the engine: move an exact amount from one of the gateway's addresses to one
 * address, once.
 */
export type SendOrder = {
  readonly purpose: SendPurpose;
  /**
   * The id of the payout, refund, withdrawal or sweep; for a consolidation its own id. At most one
   * send each.
   */
  readonly purposeId: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  /** Exact, in the currency: the amount that arrives. */
  readonly amount: Decimal;
  /** Null: the network's hot wallet. */
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly memo: string | null;
  readonly priority: FeePriority;
  /**
   * The network cost on which the fee quote is based, in the native currency: the send waits while
   * the cost is more than twice that. Null: unlimited.
   */
  readonly feeExpected: Decimal | null;
};

export type Send = SendOrder & {
  readonly id: string;
  readonly status: SendStatus;
  /** Why it is not signed yet; null while nothing blocks it. */
  readonly waitReason: WaitReason | null;
  readonly refusalCount: number;
  readonly outgoingId: string | null;
  readonly createdAt: Date;
};

/** Why a send cannot be signed now, with the reason as text for the operator. */
export type Blocker = {
  readonly reason: WaitReason;
  readonly detail: string;
  /**
   * It could not be evaluated (a node failed, or the catalog lost the coin), which never makes it
   * fail.
   */
  readonly isTemporary?: boolean;
};

/** The sends that cannot be signed now, by id, each with its reason; empty: all can be signed. */
export type BlockedSends = ReadonlyMap<string, Blocker>;
