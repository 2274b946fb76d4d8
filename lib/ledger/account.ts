import type { AccountClass } from "@/lib/generated/prisma/client";

/** Names one account: where value can stand. The row is made when it is first posted to. */
export type AccountName = {
  readonly class: AccountClass;
  readonly kind: string;
  /** A merchant, user or network; empty for the gateway's own. */
  readonly ownerId: string;
  readonly currency: string;
  /** Balance rows it is spread over: more than one only where going below zero is allowed. */
  readonly shardCount: number;
};

/** Enough that merchants credited at the same moment seldom meet on a fee or custody row. */
const BUSY_SHARDS = 16;

/** What stands on a network's deposit addresses. */
export function depositsCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "deposits", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/**
 * What signed transactions of ours carry, and the most that they may cost, until they are settled.
 */
export function inFlightCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "in-flight", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/** What stands on a network's cold address. */
export function coldCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "cold", ownerId: network, currency, shardCount: 1 };
}

/** What stands in a network's hot wallet. */
export function hotCustody(network: string, currency: string): AccountName {
  return { class: "custody", kind: "hot", ownerId: network, currency, shardCount: BUSY_SHARDS };
}

/** A merchant's business wallet: what the merchant may spend. */
export function merchantWallet(merchantId: string, currency: string): AccountName {
  return { class: "liability", kind: "merchant", ownerId: merchantId, currency, shardCount: 1 };
}

/** A user's personal wallet. */
export function userWallet(userId: string, currency: string): AccountName {
  return { class: "liability", kind: "user", ownerId: userId, currency, shardCount: 1 };
}

/**
 * Confirmed parts of a merchant's invoices that are not final yet, and deposits of its static
 * wallets that are not credited yet.
 */
export function invoicePending(merchantId: string, currency: string): AccountName {
  return { class: "liability", kind: "invoice-pending", ownerId: merchantId, currency, shardCount: 1 };
}

/**
 * Deposits that wait for a decision: cases, blocked wallets, locked payments. `merchantId` is empty
 * for unmatched ones.
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

/** Recorded capital set aside for conversions. */
export function treasury(currency: string): AccountName {
  return { class: "treasury", kind: "treasury", ownerId: "", currency, shardCount: 1 };
}

/** What the operator put in. */
export function operatorCapital(currency: string): AccountName {
  return { class: "equity", kind: "operator-capital", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/** Commissions earned. */
export function feesEarned(currency: string): AccountName {
  return { class: "equity", kind: "fees-earned", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/** Fees paid to networks, in their native currencies: below zero by what they took. */
export function networkCosts(currency: string): AccountName {
  return { class: "equity", kind: "network-costs", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/**
 * What a merchant had spent of a credit that a reorganisation took away: below zero while it is
 * owed to the gateway.
 */
export function receivable(merchantId: string, currency: string): AccountName {
  return { class: "equity", kind: "receivable", ownerId: merchantId, currency, shardCount: 1 };
}

/**
 * What a referrer had taken out of a share that was reversed: below zero while it is owed to the
 * gateway.
 */
export function userReceivable(userId: string, currency: string): AccountName {
  return { class: "equity", kind: "user-receivable", ownerId: userId, currency, shardCount: 1 };
}

/** Fees of conversions. */
export function conversionGains(currency: string): AccountName {
  return { class: "equity", kind: "conversion-gains", ownerId: "", currency, shardCount: BUSY_SHARDS };
}

/**
 * What the treasury had to give back and did not hold: below zero until later conversions bring the
 * coin in again.
 */
export function treasuryShortfall(currency: string): AccountName {
  return { class: "equity", kind: "treasury-shortfall", ownerId: "", currency, shardCount: 1 };
}

/**
 * In which order accounts are locked, whatever writes them: first those of one merchant, where
 * commands of the same merchant meet and wait; then the treasury; at last what everybody shares,
 * which is held for the shortest time.
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
