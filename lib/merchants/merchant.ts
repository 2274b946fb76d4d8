import type { CoinLimit } from "@/lib/accepted-coins/coin-limits";
import type { ClientLibrary } from "@/lib/merchants/client-library";
import type { Decimal } from "@/lib/money/decimal";
import type { RateSourceName } from "@/lib/rates/source-name";

export type AcceptedCoin = { readonly currency: string; readonly network: string | null };

/** What the rules of other folders need to know of a merchant. */
export type Merchant = {
  readonly id: string;
  readonly name: string;
  /** Part of 1 where it differs from the services' own. */
  readonly paymentCommission: Decimal | null;
  /** Null: every coin. */
  readonly acceptedCoins: readonly AcceptedCoin[] | null;
  /** Its own limits of single coins. */
  readonly coinLimits: readonly CoinLimit[];
  /** Whose rate sizes an amount that names no source; null: the gateway's own. */
  readonly courseSource: RateSourceName | null;
  readonly clientLibrary: ClientLibrary;
  /** Codes of the coins that are converted as they are credited. */
  readonly convertedCoins: readonly string[];
  /** By the operator, on the merchant or on an owner of it. */
  readonly arePaymentsBlocked: boolean;
  readonly arePayoutsBlocked: boolean;
};
