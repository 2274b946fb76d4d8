import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Statuses of a static wallet, under the specification's names. Pure, and safe to import in the
 * browser.
 */
export const WALLET_STATUSES = [
  "active",
  /** Deposits are held and never credited. Permanent. */
  "blocked",
  /** Its coin is disabled: nothing new should be sent, but deposits are still credited. */
  "in_active",
] as const;

export type WalletStatus = (typeof WALLET_STATUSES)[number];

/**
 * Returns the status to display: a wallet that is not blocked is `in_active` while its coin is not
 * offered.
 */
export function shownStatus(status: WalletStatus, isOffered: boolean): WalletStatus {
  if (status === "blocked") return "blocked";
  return isOffered ? "active" : "in_active";
}

/** A permanent address of a merchant, for one coin on one network. */
export type StaticWallet = {
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly addressId: bigint;
  readonly address: string;
  readonly urlCallback: string | null;
  readonly fromReferralCode: string | null;
  readonly status: WalletStatus;
  /** In TRX, fixed at creation. */
  readonly creationFee: Decimal;
  /** The part of it, in TRX, that top-ups have paid so far. */
  readonly creationFeePaid: Decimal;
  /** Held deposits are refunded to their senders. */
  readonly isForceRefund: boolean;
  readonly blockedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
