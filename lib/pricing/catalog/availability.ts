import { wrongField } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork, CatalogService, NodeState } from "@/lib/pricing/catalog/catalog-types";

/**
 * How long a node may be silent before its network becomes unavailable. Longer than the restart of
 * a worker, which should not turn payers away.
 */
const SILENCE_LIMIT_MS = 180_000;

/** The problem of a node that is not ready, as the end of a sentence. */
export const NODE_PROBLEMS: Readonly<Record<Exclude<NodeState, "ready">, string>> = {
  missing: "no node is configured, or none has responded yet",
  silent: "the node does not respond, or no worker is running",
  lagging: "the node is behind its chain",
  stopped: "the network is stopped and needs the operator",
};

/** The watcher's data in its cursor row. */
export type CursorFacts = {
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly stoppedAt: Date | null;
};

/**
 * Returns the state of a network's node at `now`. Lag is measured at the time of the last answer,
 * not now: a worker that was down for a minute says nothing about the node.
 */
export function nodeStateOf(cursor: CursorFacts | undefined, lagLimitSeconds: number, now: Date): NodeState {
  if (cursor === undefined) return "missing";
  if (cursor.stoppedAt !== null) return "stopped";
  if (cursor.lastAnswerAt === null) return "silent";
  if (now.getTime() - cursor.lastAnswerAt.getTime() > SILENCE_LIMIT_MS) return "silent";
  const lagMs = cursor.lastAnswerAt.getTime() - cursor.headTime.getTime();
  return lagMs > lagLimitSeconds * 1_000 ? "lagging" : "ready";
}

/**
 * Whether the service concerns merchants and payers: its network is enabled and was connected, and
 * its token matches the reviewed data.
 */
export function isOfThisInstallation({ network, mismatch }: CatalogService): boolean {
  return network.isEnabled && network.node !== "missing" && mismatch === null;
}

/**
 * Returns why this service is unavailable, as a text for the operator; null when it is available.
 */
export function unavailableReason(service: CatalogService): string | null {
  if (!service.isReviewed) return "its contract has not been reviewed";
  if (!service.network.isEnabled) return "its network is off";
  if (service.mismatch !== null) return service.mismatch;
  return service.network.node === "ready" ? null : NODE_PROBLEMS[service.network.node];
}

/**
 * The API never requests more than 8 decimals, even if the coin has more (18 on BNB Smart Chain).
 */
const PAYABLE_DECIMALS_MAX = 8;

/**
 * Returns the decimals of a coin's payable unit on a network, to which the amount due is rounded
 * up.
 */
export function payableDecimalsOf(decimals: number): number {
  return Math.min(decimals, PAYABLE_DECIMALS_MAX);
}

/** Limits of one payment and one payout of a coin on a network, in the coin. */
export type ServiceLimits = Readonly<Record<"paymentMin" | "paymentMax" | "payoutMin" | "payoutMax", Decimal>>;

/**
 * Rejects limits that make no sense, naming the field.
 * @param decimals of the coin on its network
 * @throws AppError `invalid_request` that names the field
 */
export function assertSoundLimits(limits: ServiceLimits, decimals: number): void {
  const payable = payableDecimalsOf(decimals);
  for (const field of ["paymentMin", "paymentMax", "payoutMin", "payoutMax"] as const)
    if (limits[field].decimalPlaces() > payable)
      throw wrongField(field, `Use at most ${payable} decimals on this network.`);
  if (limits.paymentMin.gt(limits.paymentMax)) throw wrongField("paymentMax", "Must not be below the minimum payment.");
  if (limits.payoutMin.gt(limits.payoutMax)) throw wrongField("payoutMax", "Must not be below the minimum payout.");
}

/**
 * Null for sandbox chains, which no explorer covers, whatever their network's reviewed data says.
 */
export function explorerTransactionUrl(
  network: Pick<CatalogNetwork, "isSandbox" | "explorerTransaction">,
  transactionId: string,
): string | null {
  if (network.isSandbox || network.explorerTransaction === null) return null;
  return network.explorerTransaction.replace("{txid}", encodeURIComponent(transactionId));
}

export function explorerAddressUrl(network: CatalogNetwork, address: string): string | null {
  if (network.isSandbox || network.explorerAddress === null) return null;
  return network.explorerAddress.replace("{address}", encodeURIComponent(address));
}
