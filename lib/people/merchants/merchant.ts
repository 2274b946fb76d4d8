import type { Decimal } from "@/lib/kernel/money/decimal";
import type { ClientLibrary } from "@/lib/people/merchants/client-library";
import type { AcceptedCoin, CoinLimit } from "@/lib/people/merchants/coin-limits";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

const REST_MS = 24 * 60 * 60 * 1000;

/**
 * When refunds that payers ask for begin to go by themselves, where that was switched on at `since`: 24 hours later. Whoever took over an
 * owner's session and is a payer as well could otherwise turn the balance into refunds at once; in that time the owner can notice, and
 * every request waits for a person.
 */
export function automaticFrom(since: Date): Date {
  return new Date(since.getTime() + REST_MS);
}

/** Whether refunds that payers ask for go by themselves at this moment. */
export function isAutomatic({ automaticFrom: from }: { readonly automaticFrom: Date | null }, now: Date): boolean {
  return from !== null && from <= now;
}

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
