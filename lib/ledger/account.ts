import type { AccountClass } from "@/lib/generated/prisma/client";

/** Identifies one ledger account. The row is created by its first posting. */
export type AccountName = {
  readonly class: AccountClass;
  readonly kind: string;
  /** A merchant, user or network; empty for the gateway's own. */
  readonly ownerId: string;
  readonly currency: string;
  /**
   * Number of balance rows it is spread over: more than one only where a negative balance is
   * allowed.
   */
  readonly shardCount: number;
};

/** Enough that concurrent credits of different merchants rarely use the same fee or custody row. */
const BUSY_SHARDS = 16;

/** Funds on a network's deposit addresses. */
export function depositsCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "deposits", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/** Amounts and maximum fees of our signed transactions until they are settled. */
export function inFlightCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "in-flight", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/** Funds on a network's cold address. */
export function coldCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "cold", ownerId: network, currency, shardCount: 1 };
}

/** Funds in a network's hot wallet. */
export function hotCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "hot", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/** A merchant's business wallet: what the merchant can spend. */
export function merchantWallet(merchantId: string, currency: string): AccountName {
  return { class: "liability", kind: "merchant", ownerId: merchantId, currency, shardCount: 1 };
}

/** A user's personal wallet. */
export function userWallet(userId: string, currency: string): AccountName {
  return { class: "liability", kind: "user", ownerId: userId, currency, shardCount: 1 };
}

/**
 * Confirmed payments of a merchant's invoices that are not final yet, and deposits to its static
 * wallets that are not credited yet.
 */
export function invoicePending(merchantId: string, currency: string): AccountName {
  return { class: "liability", kind: "invoice-pending", ownerId: merchantId, currency, shardCount: 1 };
}

/**
 * Deposits awaiting a decision: cases, blocked wallets, locked payments. `merchantId` is empty for
 * unmatched ones.
 */
export function heldFunds(merchantId: string, currency: string): AccountName {
  return { class: "liability", kind: "held", ownerId: merchantId, currency, shardCount: 1 };
}

/**
 * Taken for a payout, refund or withdrawal that is not final yet. `ownerId`: the merchant; empty
 * for the operator's own.
 */
export function reserved(ownerId: string, currency: string): AccountName {
  return { class: "liability", kind: "reserved", ownerId, currency, shardCount: 1 };
}

/** Capital reserved for conversions. */
export function treasury(currency: string): AccountName {
  return { class: "treasury", kind: "treasury", ownerId: "", currency, shardCount: 1 };
}

/** The operator's contributed capital. */
export function operatorCapital(currency: string): AccountName {
  return { class: "equity", kind: "operator-capital", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/** Commissions earned. */
export function feesEarned(currency: string): AccountName {
  return { class: "equity", kind: "fees-earned", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/** Fees paid to networks, in their native currencies: negative by the amount paid. */
export function networkCosts(currency: string): AccountName {
  return { class: "equity", kind: "network-costs", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/**
 * A reversed credit that the merchant had already spent: negative while it is owed to the gateway.
 */
export function receivable(merchantId: string, currency: string): AccountName {
  return { class: "equity", kind: "receivable", ownerId: merchantId, currency, shardCount: 1 };
}

/**
 * A reversed referral share that the referrer had already withdrawn: negative while it is owed to
 * the gateway.
 */
export function userReceivable(userId: string, currency: string): AccountName {
  return { class: "equity", kind: "user-receivable", ownerId: userId, currency, shardCount: 1 };
}

/** Fees earned by conversions. */
export function conversionGains(currency: string): AccountName {
  return { class: "equity", kind: "conversion-gains", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/**
 * Amounts that the treasury had to return but did not hold: negative until later conversions bring
 * the coin in again.
 */
export function treasuryShortfall(currency: string): AccountName {
  return { class: "equity", kind: "treasury-shortfall", ownerId: "", currency, shardCount: 1 };
}

/**
 * Returns the lock order of accounts for every writer: first those of one merchant, where commands
 * of the same merchant meet and wait; then the treasury; last the shared accounts, which are held
 * for the shortest time.
 */
export function lockRank({ kind, class: accountClass }: AccountName): number {
  if (kind === "merchant" || kind === "invoice-pending" || kind === "held" || kind === "reserved") return 0;
  if (kind === "receivable") return 1;
  return accountClass === "treasury" ? 2 : 3;
}

/** Identity of an account inside the process. */
export function accountKey(name: AccountName): string {
  return `${name.kind}\n${name.ownerId}\n${name.currency}`;
}
