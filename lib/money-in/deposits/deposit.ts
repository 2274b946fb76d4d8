import type { DepositStatus } from "@/lib/generated/prisma/client";
import { invariant } from "@/lib/kernel/errors";
import type { Decimal } from "@/lib/kernel/money/decimal";

/**
 * Why no rule may credit a deposit by itself, whatever it came for. `token`: it carries a token,
 * and we cannot make a signature for it. `excess`: its message says that it is the rest of
 * somebody's transfer of tokens. `dust`: spending it cost more than it holds when it became deep
 * enough.
 */
export const HOLD_REASONS = ["token", "excess", "dust"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** The kind of case that a deposit is for its own sake; null where what it came for decides. */
export function ownCaseKind({ holdReason }: { readonly holdReason: string | null }): "wrong_token" | "extra" | null {
  if (holdReason === null) return null;
  return holdReason === "token" ? "wrong_token" : "extra";
}

/**
 * Settles everything that belongs to one owner: books what is deep enough, reverses what is gone,
 * moves the owner on. Safe to repeat.
 */
type SettleOwner = (ownerId: string) => Promise<void>;

/** Stands for deposits to addresses that nobody was given; the id is the deposit's own. */
export const NO_OWNER = "none";

let settlers: Readonly<Record<string, SettleOwner>> = {};

/** Tells this folder whose deposits there are; called once by the worker's registry. */
export function setDepositOwners(owners: Readonly<Record<string, SettleOwner>>): void {
  settlers = owners;
}

/** @throws Error for a kind that nobody settles */
export async function settleOwner(kind: string, id: string): Promise<void> {
  const settle = settlers[kind];
  invariant(settle, `nobody settles deposits of ${kind}`);
  await settle(id);
}

/**
 * A transfer to one of our addresses. What the chain says of it never changes; where it stands
 * does.
 */
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
  /** Inclusion whose value stands in the books. */
  readonly bookedInclusion: number | null;
  /** Null while only a mempool shows it. */
  readonly blockHeight: bigint | null;
  readonly blockTime: Date | null;
  readonly seenAt: Date;
  readonly reversalApprovedAt: Date | null;
  /** A `HoldReason`: it is a case for its own sake. */
  readonly holdReason: string | null;
};

/** How far a network has been read, and how deep a deposit must lie there. */
export type ChainDepth = { readonly height: bigint; readonly confirmations: number };

/**
 * Blocks on top of a deposit, its own included; 0 while it is in none. Counted to what was read,
 * not to what a node claims.
 */
export function confirmationsOf(deposit: Pick<Deposit, "blockHeight">, depth: ChainDepth): bigint {
  if (deposit.blockHeight === null || depth.height < deposit.blockHeight) return 0n;
  return depth.height - deposit.blockHeight + 1n;
}

/** Seen in a block and confirmed, but not yet booked. */
export function isConfirmable(
  deposit: Pick<Deposit, "status" | "blockHeight">,
  depth: ChainDepth | undefined,
): boolean {
  if (depth === undefined || deposit.status !== "seen" || deposit.blockHeight === null) return false;
  return confirmationsOf(deposit, depth) >= BigInt(depth.confirmations);
}

/**
 * Ledger reference of one inclusion: a deposit that a reorganisation re-includes is booked again
 * under the next number.
 */
export function inclusionReference(deposit: Pick<Deposit, "id">, inclusion: number): string {
  return `${deposit.id}:${inclusion}`;
}
