import type { DepositStatus } from "@/lib/generated/prisma/client";
import type { Decimal } from "@/lib/money/decimal";

/** A transfer to one of our addresses. What the chain says of it never changes; where it stands does. */
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
  /** A `Peculiarity`: it is a case for its own sake. */
  readonly peculiarity: string | null;
};

/** How far a network has been read, and how deep a deposit must lie there. */
export type ChainDepth = { readonly height: bigint; readonly confirmations: number };

/** Blocks on top of a deposit, its own included; 0 while it is in none. Counted to what was read, not to what a node claims. */
export function confirmationsOf(deposit: Pick<Deposit, "blockHeight">, depth: ChainDepth): bigint {
  if (deposit.blockHeight === null || depth.height < deposit.blockHeight) return 0n;
  return depth.height - deposit.blockHeight + 1n;
}

/** Seen in a block, and deep enough to be booked. */
export function isRipe(deposit: Pick<Deposit, "status" | "blockHeight">, depth: ChainDepth | undefined): boolean {
  if (depth === undefined || deposit.status !== "seen" || deposit.blockHeight === null) return false;
  return confirmationsOf(deposit, depth) >= BigInt(depth.confirmations);
}

/** Ledger reference of one inclusion: a deposit that a reorganisation re-includes is booked anew under the next number. */
export function inclusionReference(deposit: Pick<Deposit, "id">, inclusion: number): string {
  return `${deposit.id}:${inclusion}`;
}
