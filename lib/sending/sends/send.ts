import type { FeePriority } from "@/lib/chains/spending";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * The life of a send: its states. The allowed moves are in the database (trigger `sends_guard`).
 * Pure, and safe for the browser.
 */
export const SEND_STATUSES = [
  /** Nothing is signed: it may be cancelled. */
  "queued",
  /** A transaction that carries it is stored; from now on it may reach the chain. */
  "sending",
  /** In a block, deep enough. */
  "confirmed",
  /** It will never arrive; the amount is back where it came from. */
  "failed",
  "cancelled",
] as const;

export type SendStatus = (typeof SEND_STATUSES)[number];

/** Why a send is not signed yet. Pure, and safe for the browser. */
export const WAIT_REASONS = [
  /** The hot wallet does not hold enough of the coin. */
  "funds",
  /** Nor of the native coin that the network's fee is paid in. */
  "gas",
  /** The network asks more than twice of what the send was priced with. */
  "fee",
  /** The chain would refuse it right now. */
  "refused",
  /** A kill switch is set. */
  "stopped",
  /** Its merchant's payouts are blocked, or who ordered it is suspended. */
  "blocked",
  /** Its merchant is in the 24-hour cooldown. */
  "cooldown",
  /** Its requester may no longer pay out for its merchant. */
  "requester",
  /** More than may leave the network within an hour, with what has left. */
  "cap",
  /** By itself more than may leave the network within an hour. */
  "above-cap",
  /** A withdrawal to an address that the worker's list does not name. */
  "not-allowlisted",
  /** What must be in the database before anything is signed is missing, or contradicts it. */
  "unverified",
] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

/**
 * Whether the merchant makes such a wait by itself, when it likes: whoever ends one calls it off
 * for the merchant.
 */
export function isMerchantsDoing(reason: WaitReason | null): boolean {
  return reason === "cooldown" || reason === "requester";
}

/** Whose a send is. */
export const SEND_PURPOSES = ["payout", "refund", "withdrawal", "sweep", "gas", "consolidation"] as const;
export type SendPurpose = (typeof SEND_PURPOSES)[number];

/** What the engine is told: move an exact amount from one of our addresses to one address, once. */
export type SendOrder = {
  readonly purpose: SendPurpose;
  /**
   * The payout, refund, withdrawal or sweep; of a consolidation its own id. One send each, ever.
   */
  readonly purposeId: string;
  readonly networkCode: string;
  readonly currencyCode: string;
  /** Exact, in the currency: what arrives. */
  readonly amount: Decimal;
  /** Null: the network's hot wallet. */
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly memo: string | null;
  readonly priority: FeePriority;
  /**
   * What the fee quote counted on for the network, in its native currency: a cost above twice that
   * waits. Null: whatever it costs.
   */
  readonly feeExpected: Decimal | null;
};

export type Send = SendOrder & {
  readonly id: string;
  readonly status: SendStatus;
  /** Why it is not signed yet; null while nothing hinders it. */
  readonly waitReason: WaitReason | null;
  readonly refusalCount: number;
  readonly outgoingId: string | null;
  readonly createdAt: Date;
};

/** Why a send cannot be signed right now, with the reason in words for the operator. */
export type Blocker = {
  readonly reason: WaitReason;
  readonly detail: string;
  /**
   * It could not even be looked at (a node in trouble, a coin that the catalog lost): it never
   * fails because of that.
   */
  readonly isTemporary?: boolean;
};

/**
 * Which of some sends cannot be signed now, by their ids, and why each of them; empty: all may go.
 */
export type BlockedSends = ReadonlyMap<string, Blocker>;
