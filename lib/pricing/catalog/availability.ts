import { wrongField } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";
import type { CatalogNetwork, CatalogService, NodeState } from "@/lib/pricing/catalog/catalog-types";

/**
 * How long a node may be silent before its network is taken out of offer. Longer than a worker
 * takes to be restarted: a payer should not be turned away because of that.
 */
const SILENCE_LIMIT_MS = 180_000;

/** What is wrong with the node of a network that is not ready, as the end of a sentence. */
export const NODE_PROBLEMS: Readonly<Record<Exclude<NodeState, "ready">, string>> = {
  missing: "no node is configured, or none has responded yet",
  silent: "the node does not respond, or no worker is running",
  lagging: "the node is behind its chain",
  stopped: "the network is stopped and needs the operator",
};

/** What a network's watcher keeps in its row. */
export type CursorFacts = {
  readonly headTime: Date;
  readonly lastAnswerAt: Date | null;
  readonly stoppedAt: Date | null;
};

/**
 * The state of a network's node at `now`. Lag is measured against the moment of the last answer,
 * not against now: a worker that was away for a minute says nothing about the node.
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
 * What the operator has switched off, never connected, or found to be another token is no matter of
 * merchants and payers.
 */
export function isOfThisInstallation({ network, mismatch }: CatalogService): boolean {
  return network.isEnabled && network.node !== "missing" && mismatch === null;
}

/** Why no money can move by this service, in words for the operator; null when it can. */
export function unavailableReason(service: CatalogService): string | null {
  if (!service.isReviewed) return "its contract has not been reviewed";
  if (!service.network.isEnabled) return "its network is off";
  if (service.mismatch !== null) return service.mismatch;
  return service.network.node === "ready" ? null : NODE_PROBLEMS[service.network.node];
}

/**
 * The interface never asks for more than 8 decimals, however fine the coin is (18 on BNB Smart
 * Chain).
 */
const PAYABLE_DECIMALS_MAX = 8;

/** Decimals of a coin's payable unit on a network: what a payer owes is rounded up to it. */
export function payableDecimalsOf(decimals: number): number {
  return Math.min(decimals, PAYABLE_DECIMALS_MAX);
}

/** What one payment and one payout of a coin on a network may be, in the coin. */
export type ServiceLimits = Readonly<Record<"paymentMin" | "paymentMax" | "payoutMin" | "payoutMax", Decimal>>;

/**
 * What would make payments or payouts senseless is refused at its field.
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

/** Play-money chains are on no explorer, whatever their network's reviewed data says. */
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
