import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { DepositOwner } from "@/lib/money-in/deposits/chain-repo";
import { leastConfirmations } from "@/lib/pricing/catalog/network-rules";

/** A deposit in a block that is confirmed by what was read, and waits for a second node. */
export type UnattestedDeposit = DepositOwner & {
  readonly transactionId: string;
  readonly position: string;
  readonly currencyCode: string;
  readonly amount: Decimal;
  readonly toAddress: string;
  readonly addressId: bigint;
  readonly inclusion: number;
  readonly blockHeight: bigint;
  readonly blockHash: string;
  /** The network's confirmations, of which the block itself is the first. */
  readonly confirmations: number;
  /** The height up to which the network was read. */
  readonly readHeight: number;
};

/**
 * Lists a network's deposits that only lack the word of a second node, newest block first: so one
 * that no other node will ever confirm does not keep the others waiting.
 *
 * @param except ids to leave out
 */
export async function listUnattested(
  networkCode: string,
  except: readonly string[],
  limit: number,
): Promise<readonly UnattestedDeposit[]> {
  const least = leastConfirmations({ code: networkCode, isSandbox: false });
  const rows = await database().$queryRaw<(Omit<UnattestedDeposit, "amount"> & { readonly amount: Prisma.Decimal })[]>`
    SELECT d.id, d.owner_kind AS "ownerKind", d.owner_id AS "ownerId", d.transaction_id AS "transactionId", d.position,
      d.currency_code AS "currencyCode", d.amount, d.to_address AS "toAddress", d.address_id AS "addressId", d.inclusion,
      d.block_height AS "blockHeight", d.block_hash AS "blockHash", n.needed AS confirmations, c.height::float8 AS "readHeight"
    FROM deposits d JOIN chain_cursors c ON c.network_code = d.network_code
      CROSS JOIN LATERAL (
        SELECT greatest(confirmations, CASE WHEN is_sandbox THEN 1 ELSE ${least}::int END) AS needed
        FROM networks WHERE code = d.network_code) n
    WHERE d.network_code = ${networkCode} AND d.status = 'seen' AND d.unattested_since IS NOT NULL
      AND d.block_height <= c.height - n.needed + 1
      AND NOT EXISTS (SELECT FROM unnest(${[...except]}::uuid[]) AS o(id) WHERE o.id = d.id)
    ORDER BY d.block_height DESC, d.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}

/** Whether any deposit of the network waits for a second node, confirmed or not. */
export async function isAnyUnattested(networkCode: string): Promise<boolean> {
  const where = { networkCode, status: "seen", blockHeight: { not: null }, unattestedSince: { not: null } } as const;
  return (await database().deposit.findFirst({ where, select: { id: true } })) !== null;
}

/** Returns those of the deposits that wait for a second node. */
export async function filterUnattested(ids: readonly string[]): Promise<readonly string[]> {
  const isWaiting = { status: "seen", unattestedSince: { not: null } } as const;
  const where = { ...isWaiting, id: { in: [...ids] } };
  return (await database().deposit.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** Ends the waiting of these inclusions. Returns the owners of those that still waited. */
export async function markAttested(tx: Tx, deposits: readonly UnattestedDeposit[]): Promise<DepositOwner[]> {
  return update(tx, deposits, Prisma.sql`unattested_since = NULL`);
}

/** Marks these inclusions as gone: no node has them. Returns the owners like `markAttested`. */
export async function markDenied(tx: Tx, deposits: readonly UnattestedDeposit[]): Promise<DepositOwner[]> {
  return update(tx, deposits, Prisma.sql`status = 'vanished', vanished_at = now(), reversal_approved_at = NULL`);
}

function update(tx: Tx, deposits: readonly UnattestedDeposit[], change: Prisma.Sql): Promise<DepositOwner[]> {
  // Locked in the order of settlements, which lock many deposits too.
  return tx.$queryRaw<DepositOwner[]>`
    WITH locked AS MATERIALIZED (
      SELECT d.id FROM deposits d
        JOIN unnest(${deposits.map(({ id }) => id)}::uuid[], ${deposits.map(({ inclusion }) => inclusion)}::int[],
          ${deposits.map(({ blockHash }) => blockHash)}::text[]) AS s(id, inclusion, block_hash)
          ON d.id = s.id AND d.inclusion = s.inclusion AND d.block_hash = s.block_hash
      WHERE d.status = 'seen' AND d.unattested_since IS NOT NULL
      ORDER BY d.id FOR UPDATE OF d)
    UPDATE deposits d SET ${change} FROM locked WHERE d.id = locked.id
    RETURNING d.id, d.owner_kind AS "ownerKind", d.owner_id AS "ownerId"`;
}
