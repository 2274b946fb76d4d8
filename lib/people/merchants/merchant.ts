import { Decimal } from "@/lib/kernel/money/decimal";
import type { ClientLibrary } from "@/lib/people/merchants/schema";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

const COOLDOWN_MS = 24 * 60 * 60 * 1000;

/**
 * Returns when automatic refunds of payers' requests begin, if switched on at `since`: 24 hours
 * later. An attacker with an owner's session who is also a payer could otherwise turn the balance
 * into refunds at once; in that time the owner can notice, and every request waits for a person.
 */
export function automaticFrom(since: Date): Date {
  return new Date(since.getTime() + COOLDOWN_MS);
}

/** Returns whether payers' refund requests are refunded automatically now. */
export function isAutomatic({ automaticFrom: from }: { readonly automaticFrom: Date | null }, now: Date): boolean {
  return from !== null && from <= now;
}

/** A merchant as the rules of other folders need it. */
export type Merchant = {
  readonly id: string;
  readonly name: string;
  /** Fraction of 1 if it differs from the services' own. */
  readonly paymentCommission: Decimal | null;
  /** Null: every coin. */
  readonly acceptedCoins: readonly AcceptedCoin[] | null;
  /** Its own limits of single coins. */
  readonly coinLimits: readonly CoinLimit[];
  /** The rate source for an amount that names none; null: the gateway's own. */
  readonly requestedRateSource: RateSourceName | null;
  readonly clientLibrary: ClientLibrary;
  /** Codes of the coins that are converted when credited. */
  readonly convertedCoins: readonly string[];
  /** By the operator, on the merchant or on one of its owners. */
  readonly arePaymentsBlocked: boolean;
  readonly arePayoutsBlocked: boolean;
};

/**
 * Thrown by a statement that compared a merchant's version and found another, or cannot distinguish
 * that from another reason for finding nothing.
 */
class UnsureOfMerchant extends Error {
  override readonly name = "UnsureOfMerchant";
}

/**
 * For a command that was given an `expectedVersion` of its merchant: it has changed nothing, and
 * must be called again with a fresh one.
 */
export function unsureOfMerchant(): Error {
  return new UnsureOfMerchant("The merchant has to be read again");
}

export function isUnsure(error: unknown): boolean {
  return error instanceof UnsureOfMerchant;
}

/**
 * The condition of a statement that the merchant still has the version it was read with, or that no
 * version was given. Both parameters are placeholders (`$1`), `version` of type `bigint`.
 */
export function hasVersion(merchantId: string, version: string): string {
  return `(${version}::bigint IS NULL OR ${version}::bigint = (SELECT version FROM merchant_versions WHERE merchant_id = ${merchantId}::uuid))`;
}

/** One coin on one network, or on all of them (null). */
export type AcceptedCoin = { readonly currency: string; readonly network: string | null };

/**
 * A merchant's own limits of an invoice that is paid with one coin on one network, in the coin;
 * null: the service's own.
 */
export type CoinLimit = {
  readonly currency: string;
  readonly network: string;
  readonly min: Decimal | null;
  readonly max: Decimal | null;
};

/** Returns the merchant's own limits of a service; undefined if it has none. */
export function findLimit(limits: readonly CoinLimit[], { currency, network }: CatalogService): CoinLimit | undefined {
  return limits.find((limit) => limit.currency === currency.code && limit.network === network.code);
}

/**
 * Returns the service with a merchant's limits. They narrow the gateway's own and never widen them,
 * even after the operator has changed those.
 */
export function narrowService(service: CatalogService, limits: readonly CoinLimit[]): CatalogService {
  const own = findLimit(limits, service);
  if (own === undefined) return service;
  return {
    ...service,
    paymentMin: Decimal.max(service.paymentMin, own.min ?? service.paymentMin),
    paymentMax: Decimal.min(service.paymentMax, own.max ?? service.paymentMax),
  };
}

/**
 * Returns whether a list of coins, null for every coin, contains the service's coin on its network;
 * a coin without a network matches all of them.
 */
export function isAccepted(coins: readonly AcceptedCoin[] | null, { currency, network }: CatalogService): boolean {
  return coins === null || coins.some((coin) => isCoinOf(coin, currency.code, network.code));
}

function isCoinOf(coin: AcceptedCoin, currency: string, network: string): boolean {
  if (coin.currency.toUpperCase() !== currency) return false;
  return coin.network === null || coin.network.toLowerCase() === network;
}
