import type { Decimal } from "@/lib/kernel/money/decimal";
import type { WalletStatus } from "@/lib/money-in/static-wallets/status";

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
