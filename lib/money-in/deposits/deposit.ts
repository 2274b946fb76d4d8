import type { DepositStatus } from "@/lib/generated/prisma/client";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Why no rule may credit a deposit automatically, whatever its target. `token`: it carries a token,
 * and the gateway cannot sign for it. `excess`: its message says that it is the excess of
 * somebody's token transfer. `dust`: when it became confirmed, spending it cost more than its
 * value.
 */
export const HOLD_REASONS = ["token", "excess", "dust"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The kind of case that the deposit's hold reason requires; null where its target decides. */
export function ownCaseKind({ holdReason }: { readonly holdReason: string | null }): "wrong_token" | "extra" | null {
  if (holdReason === null) return null;
  return holdReason === "token" ? "wrong_token" : "extra";
}

/**
 * Settles everything of one owner: books confirmed deposits, reverses vanished ones, updates the
 * owner. Idempotent.
 */
type SettleOwner = (ownerId: string) => Promise<void>;

/** Owner kind of deposits to unassigned addresses; the owner id is the deposit's own id. */
export const NO_OWNER = "none";

let settlers: Readonly<Record<string, SettleOwner>> = {};

/** Registers the settlers of each owner kind; called once by the worker's registry. */
export function setDepositOwners(owners: Readonly<Record<string, SettleOwner>>): void {
  settlers = owners;
}

/** @throws Error for a kind without a settler */
export async function settleOwner(kind: string, id: string): Promise<void> {
  const settle = settlers[kind];
  invariant(settle, `nobody settles deposits of ${kind}`);
  await settle(id);
}

/** A transfer to one of the gateway's addresses. Its chain data never changes, its status does. */
export type Deposit = {
  readonly id: string;
  readonly networkCode: string;
  readonly transactionId: string;
  readonly position: string;
  readonly currencyCode: string;
  readonly amount: Decimal;
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
  readonly status: DepositStatus;
  readonly inclusion: number;
  /** The inclusion that is booked in the ledger. */
  readonly bookedInclusion: number | null;
  /** Null while it is only in a mempool. */
  readonly blockHeight: bigint | null;
  readonly blockTime: Date | null;
  /** Since when it waits for the word of a second node; null: for none. */
  readonly unattestedSince: Date | null;
  readonly seenAt: Date;
  readonly reversalApprovedAt: Date | null;
  /** A `HoldReason`: the deposit itself requires a case. */
  readonly holdReason: string | null;
};

/** How far a network has been read, and the confirmations that it requires. */
export type ChainDepth = { readonly height: bigint; readonly confirmations: number };

/**
 * Confirmations of a deposit, including its own block; 0 while it is in none. Counted up to the
 * last block read, not to the height that a node reports.
 */
export function confirmationsOf(deposit: Pick<Deposit, "blockHeight">, depth: ChainDepth): bigint {
  if (deposit.blockHeight === null || depth.height < deposit.blockHeight) return 0n;
  return depth.height - deposit.blockHeight + 1n;
}

/**
 * Whether it was seen in a block, is confirmed, and waits for no second node, but is not yet
 * booked.
 */
export function isConfirmable(
  deposit: Pick<Deposit, "status" | "blockHeight" | "unattestedSince">,
  depth: ChainDepth | undefined,
): boolean {
  if (depth === undefined || deposit.status !== "seen" || deposit.blockHeight === null) return false;
  if (deposit.unattestedSince !== null) return false;
  return confirmationsOf(deposit, depth) >= BigInt(depth.confirmations);
}

/**
 * Ledger reference of one inclusion: a deposit that a reorganisation includes again is booked under
 * the next number.
 */
export function inclusionReference(deposit: Pick<Deposit, "id">, inclusion: number): string {
  return `${deposit.id}:${inclusion}`;
}
