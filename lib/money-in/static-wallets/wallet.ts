import type { Decimal } from "@/lib/kernel/money/decimal";

/** States of a static wallet, as the specification names them. Pure, and safe for the browser. */
export const WALLET_STATUSES = [
  "active",
  /** What arrives is held and never credited. For good. */
  "blocked",
  /**
   * Its coin is switched off: nothing new should be sent; what arrives is credited all the same.
   */
  "in_active",
] as const;

export type WalletStatus = (typeof WALLET_STATUSES)[number];

/**
 * What is shown: a wallet that nobody blocked is `in_active` while its coin is not offered.
 * Blocking wins.
 */
export function shownStatus(status: WalletStatus, isOffered: boolean): WalletStatus {
  if (status === "blocked") return "blocked";
  return isOffered ? "active" : "in_active";
}

/** A lasting address of a merchant, for one coin on one network. */
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
  /** Part of it, in TRX, that top-ups have paid so far. */
  readonly creationFeePaid: Decimal;
  /** Held deposits go back to where they came from. */
  readonly isForceRefund: boolean;
  readonly blockedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
