import type { Decimal } from "@/lib/money/decimal";

export type AcceptedCoin = { readonly currency: string; readonly network: string | null };

/** What the rules of other folders need to know of a merchant. */
export type Merchant = {
  readonly id: string;
  readonly name: string;
  /** Part of 1 where it differs from the services' own. */
  readonly paymentCommission: Decimal | null;
  /** Null: every coin. */
  readonly acceptedCoins: readonly AcceptedCoin[] | null;
  /** Codes of the coins that are converted as they are credited. */
  readonly convertedCoins: readonly string[];
  readonly arePaymentsBlocked: boolean;
  readonly arePayoutsBlocked: boolean;
};
