import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import type { HoldReason } from "@/lib/money-in/deposits/deposit";

/** A transfer to one of the gateway's addresses, as a block or a mempool shows it. */
export type NewDeposit = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly position: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly addressId: bigint;
  readonly ownerKind: string | null;
  readonly ownerId: string | null;
  readonly blockHeight: bigint;
  readonly blockHash: string;
  readonly blockTime: Date;
  readonly holdReason: HoldReason | null;
};

/** No driver uses it in a position. */
export const VERSION_MARK = "~";

/** Returns the position as a driver names it. */
export const positionOnChain = (position: string): string => position.split(VERSION_MARK, 1)[0] ?? position;

/**
 * Returns the same deposits with the positions under which they are recorded: their own, or that of
 * the version with the same data.
 *
 * When a reorganisation executes a transaction again in another block, a contract may send a
 * different amount. The deposit recorded from the first block must not be revived by that: it stays
 * vanished, and the new transfer becomes a separate deposit (`log:0~2`). The caller holds the lock
 * on the network's cursor, so nobody records concurrently.
 */
export async function findPositions(tx: Tx, rows: readonly NewDeposit[]): Promise<NewDeposit[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const transactionIds = [...new Set(rows.map(({ transactionId }) => transactionId))];
  const positions = [...new Set(rows.map(({ position }) => position))];
  // Two array parameters: a range of blocks may contain more transactions than a statement allows
  // parameters.
  const recorded = await tx.$queryRaw<Recorded[]>`
    SELECT transaction_id AS "transactionId", position, currency_code AS "currencyCode", amount, address_id AS "addressId"
    FROM deposits WHERE network_code = ${first.networkCode} AND transaction_id = ANY(${transactionIds}::text[])
      AND split_part(position, ${VERSION_MARK}, 1) = ANY(${positions}::text[])`;
  const versionsOf = new Map<string, Recorded[]>();
  for (const one of recorded) versionsOf.set(nameOf(one), [...(versionsOf.get(nameOf(one)) ?? []), one]);
  return rows.map((row) => {
    const versions = versionsOf.get(nameOf(row)) ?? [];
    const same = versions.find(
      ({ currencyCode, amount, addressId }) =>
        currencyCode === row.currencyCode && addressId === row.addressId && decimal(amount).equals(row.amount),
    );
    const next = versions.length === 0 ? row.position : `${row.position}${VERSION_MARK}${versions.length + 1}`;
    return { ...row, position: same?.position ?? next };
  });
}

type Recorded = Pick<NewDeposit, "transactionId" | "position" | "currencyCode" | "addressId"> & {
  amount: Prisma.Decimal;
};

/** Identical for all versions of a transfer. */
function nameOf({ transactionId, position }: Pick<NewDeposit, "transactionId" | "position">): string {
  return `${transactionId} ${positionOnChain(position)}`;
}
