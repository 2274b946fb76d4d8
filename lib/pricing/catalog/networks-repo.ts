import type { Network, Service } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { neededConfirmations } from "@/lib/pricing/catalog/network-rules";

/** The settings of a network that the operator may change. */
export type NetworkTerms = { readonly isEnabled: boolean; readonly confirmations: number };

/**
 * The settings of a coin on a network that the operator may change. Amounts are in the coin;
 * percentages in percent.
 */
export type ServiceTerms = {
  readonly isPaymentEnabled: boolean;
  readonly isPayoutEnabled: boolean;
  readonly paymentMin: Decimal;
  readonly paymentMax: Decimal;
  readonly paymentFeePercent: Decimal;
  readonly paymentFeeFixed: Decimal;
  readonly payoutMin: Decimal;
  readonly payoutMax: Decimal;
  readonly payoutFeePercent: Decimal;
  readonly payoutFeeFixed: Decimal;
};

/**
 * Locks a network's row until the transaction ends and returns its effective settings; null when
 * there is no such network.
 */
export async function lockNetworkTerms(
  tx: Tx,
  code: string,
): Promise<(NetworkTerms & { readonly isSandbox: boolean }) | null> {
  const [row] = await tx.$queryRaw<Pick<Network, "isEnabled" | "confirmations" | "isSandbox">[]>`
    SELECT is_enabled AS "isEnabled", confirmations, is_sandbox AS "isSandbox" FROM networks WHERE code = ${code} FOR UPDATE`;
  return row === undefined ? null : { ...row, confirmations: neededConfirmations({ ...row, code }) };
}

export async function updateNetworkTerms(tx: Tx, code: string, terms: NetworkTerms): Promise<void> {
  const { isEnabled, confirmations } = terms;
  await tx.network.update({ where: { code }, data: { isEnabled, confirmations }, select: { code: true } });
}

export type ServiceKey = { readonly networkCode: string; readonly currencyCode: string };

type LockedService = ServiceTerms & { readonly decimals: number };

/**
 * Locks a service's row until the transaction ends and returns its settings; null when there is no
 * such service.
 */
export async function lockServiceTerms(tx: Tx, key: ServiceKey): Promise<LockedService | null> {
  await tx.$queryRaw`
    SELECT 1 AS locked FROM services
    WHERE network_code = ${key.networkCode} AND currency_code = ${key.currencyCode} FOR UPDATE`;
  const row = await tx.service.findUnique({ where: { currencyCode_networkCode: { ...key } } });
  return row && { ...toTerms(row), decimals: row.decimals };
}

function toTerms(row: Service): ServiceTerms {
  return {
    isPaymentEnabled: row.isPaymentEnabled,
    isPayoutEnabled: row.isPayoutEnabled,
    paymentMin: decimal(row.paymentMin),
    paymentMax: decimal(row.paymentMax),
    paymentFeePercent: decimal(row.paymentFeePercent),
    paymentFeeFixed: decimal(row.paymentFeeFixed),
    payoutMin: decimal(row.payoutMin),
    payoutMax: decimal(row.payoutMax),
    payoutFeePercent: decimal(row.payoutFeePercent),
    payoutFeeFixed: decimal(row.payoutFeeFixed),
  };
}

export async function updateServiceTerms(tx: Tx, key: ServiceKey, terms: ServiceTerms): Promise<void> {
  const text = Object.entries(terms).map(([name, value]) => [
    name,
    typeof value === "boolean" ? value : value.toFixed(),
  ]);
  await tx.service.update({
    where: { currencyCode_networkCode: { ...key } },
    data: Object.fromEntries(text),
    select: { currencyCode: true },
  });
}

/** Lists the networks that are enabled, read, and not sandbox networks. */
export async function listRealNetworks(): Promise<string[]> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT n.code FROM networks n JOIN chain_cursors c ON c.network_code = n.code
    WHERE n.is_enabled AND NOT n.is_sandbox ORDER BY 1`;
  return rows.map(({ code }) => code);
}

/** Every network. */
export const ALL_NETWORKS = "all";
const OPERATOR = "operator";
/**
 * Set when a transaction did something other than what the ledger has; the operator removes it like
 * their own.
 */
const OUTCOME = "outcome";
/** Set by `npm run restore`, with the row in `restores`. */
const RESTORE = "restore";
const NONCE_PREFIX = "nonce:";

export type SendStopRow = {
  /** A network's code, or `all`. */
  readonly scope: string;
  /**
   * Who set it: an operator; the check that found more transactions on the chain than in this
   * database; a transaction that did something other than what the ledger has; the restore of a
   * backup, until the chain has been scanned again.
   */
  readonly kind: "operator" | "nonce" | "outcome" | "restore";
  /** The account whose nonces differ between the chain and this database; null for other kinds. */
  readonly address: string | null;
  readonly reason: string;
  /** Number of the account's transactions on the chain, as last reported by the nodes. */
  readonly chainNonce: bigint | null;
  readonly stoppedBy: string | null;
  readonly stoppedAt: Date;
};

export async function insertOperatorStop(
  tx: Tx,
  stop: { scope: string; reason: string; stoppedBy: string | null },
): Promise<void> {
  await tx.sendStop.createMany({ data: [{ ...stop, kind: OPERATOR }], skipDuplicates: true });
}

/** The engine's own kill switch, which lets an operator investigate before sending continues. */
export async function insertOutcomeStop(tx: Tx, stop: { networkCode: string; reason: string }): Promise<void> {
  const data = { scope: stop.networkCode, kind: OUTCOME, reason: stop.reason };
  await tx.sendStop.createMany({ data: [data], skipDuplicates: true });
}

/** Deletes stops that only an operator can remove. Returns whether there was one. */
export async function deleteOperatorStop(tx: Tx, scope: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope, kind: { in: [OPERATOR, OUTCOME] } } })).count > 0;
}

/** Returns whether the network was stopped by a restore until now. */
export async function deleteRestoreStop(tx: Tx, networkCode: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope: networkCode, kind: RESTORE } })).count > 0;
}

export type NewNonceStop = {
  readonly networkCode: string;
  readonly address: string;
  readonly reason: string;
  readonly chainNonce: bigint;
};

/** Returns whether it is new. */
export async function insertNonceStop(tx: Tx, stop: NewNonceStop): Promise<boolean> {
  const { networkCode, address, reason, chainNonce } = stop;
  const data = { scope: networkCode, kind: NONCE_PREFIX + address, reason, chainNonce };
  return (await tx.sendStop.createMany({ data: [data], skipDuplicates: true })).count === 1;
}

/** Updates the reason and the number of transactions on the chain. */
export async function updateNonceStop(tx: Tx, stop: NewNonceStop): Promise<void> {
  const { networkCode, address, reason, chainNonce } = stop;
  await tx.sendStop.updateMany({
    where: { scope: networkCode, kind: NONCE_PREFIX + address },
    data: { reason, chainNonce },
  });
}

export async function deleteNonceStop(tx: Tx, networkCode: string, address: string): Promise<boolean> {
  return (await tx.sendStop.deleteMany({ where: { scope: networkCode, kind: NONCE_PREFIX + address } })).count > 0;
}

/** Reads the stops of one network plus those of all networks, or of every scope. */
export async function readStops(tx: Tx, networkCode: string | null): Promise<SendStopRow[]> {
  const where = networkCode === null ? {} : { scope: { in: [networkCode, ALL_NETWORKS] } };
  const rows = await tx.sendStop.findMany({
    where,
    orderBy: [{ stoppedAt: "asc" }, { scope: "asc" }, { kind: "asc" }],
  });
  return rows.map(({ kind, ...row }) => ({ ...row, ...kindOf(kind) }));
}

function kindOf(stored: string): Pick<SendStopRow, "kind" | "address"> {
  if (stored.startsWith(NONCE_PREFIX)) return { kind: "nonce", address: stored.slice(NONCE_PREFIX.length) };
  return { kind: stored === OUTCOME || stored === RESTORE ? stored : "operator", address: null };
}

export function listAllStops(): Promise<SendStopRow[]> {
  return readStops(database(), null);
}
