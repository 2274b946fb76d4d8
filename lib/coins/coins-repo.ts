import type { Coin } from "@/lib/chains/spending";
import { database, type Tx } from "@/lib/db";
import { MOVABLE } from "@/lib/deposits/movable-repo";
import { VERSION_MARK } from "@/lib/deposits/position-repo";
import { Prisma } from "@/lib/generated/prisma/client";

/** An output to an address of ours, as a block has it. */
export type SeenCoin = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly index: number;
  readonly addressId: bigint;
  /** In base units, more than zero. */
  readonly units: bigint;
  /** Made by a transaction of ours: change, or money between our own addresses. */
  readonly isOwn: boolean;
  readonly blockHeight: bigint;
  readonly lockedUntil: bigint | null;
};

/** Writes down coins that blocks hold, in one statement: one transaction may pay us thousands. One that is known is in this block from now on. */
export async function recordCoins(tx: Tx, coins: readonly SeenCoin[]): Promise<void> {
  if (coins.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO coins AS c (network_code, transaction_id, index, address_id, units, is_own, block_height, locked_until)
    SELECT * FROM unnest(${coins.map((coin) => coin.networkCode)}::text[], ${coins.map((coin) => coin.transactionId)}::text[],
      ${coins.map((coin) => coin.index)}::int[], ${coins.map((coin) => coin.addressId)}::bigint[], ${coins.map((coin) => coin.units)}::bigint[],
      ${coins.map((coin) => coin.isOwn)}::boolean[], ${coins.map((coin) => coin.blockHeight)}::bigint[], ${coins.map((coin) => coin.lockedUntil)}::bigint[])
    ON CONFLICT (network_code, transaction_id, index) DO UPDATE
      SET block_height = EXCLUDED.block_height, locked_until = EXCLUDED.locked_until, is_own = c.is_own OR EXCLUDED.is_own`;
}

/** The blocks above this height have left the chain, and what they held with them. */
export async function forgetCoinsAbove(tx: Tx, networkCode: string, height: bigint): Promise<void> {
  await tx.coin.updateMany({ where: { networkCode, blockHeight: { gt: height } }, data: { blockHeight: null } });
}

/**
 * Coins (`c`, with their address `a` and the network's cursor `u`) that may be spent now: nothing spends them, their block was read, the chain does not lock them,
 * and they are ours to move. Of our own transactions the change: of settled ones, and of one that waits in a block and was never replaced,
 * because another version of it would have made other coins. Of the others: deposits that are in the books, without a decision that is still to
 * be made.
 */
export const SPENDABLE = Prisma.sql`
  c.outgoing_id IS NULL AND c.gone_at IS NULL AND c.block_height <= u.height AND coalesce(c.locked_until, 0) <= u.height
  AND ((a.owner_kind = 'hot' AND EXISTS (
      SELECT 1 FROM signed_transactions v JOIN outgoing_transactions o ON o.id = v.outgoing_id
      WHERE v.network_code = c.network_code AND v.transaction_id = c.transaction_id
        AND (o.status = 'settled' OR (o.status = 'included' AND o.version = 1))))
    OR EXISTS (
      SELECT 1 FROM deposits d
      WHERE d.network_code = c.network_code AND d.transaction_id = c.transaction_id
        -- Any version of it, of which one is in the books at most: another may be what a node invented before its block came.
        AND split_part(d.position, ${VERSION_MARK}, 1) = c.index::text
        AND ((d.owner_kind = 'hot' AND d.booked_inclusion IS NOT NULL AND d.status = 'confirmed') OR (${MOVABLE}))))`;

/** What may be spent on a network now, the largest first. */
export async function listSpendable(networkCode: string, limit: number): Promise<Coin[]> {
  return database().$queryRaw<Coin[]>`
    SELECT c.transaction_id AS "transactionId", c.index, c.units, a.address
    FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${SPENDABLE}
    ORDER BY c.units DESC, c.transaction_id, c.index LIMIT ${limit}`;
}

/** Whether of all coins that nothing of ours spends at least these are still such. */
export async function filterFree(networkCode: string, coins: readonly Coin[]): Promise<Coin[]> {
  const rows = await database().$queryRaw<Named[]>`
    SELECT c.transaction_id AS "transactionId", c.index FROM coins c
    WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL AND c.gone_at IS NULL AND c.block_height IS NOT NULL`;
  const free = new Set(rows.map(nameOf));
  return coins.filter((coin) => free.has(nameOf(coin)));
}

/**
 * Locks coins and the deposits that they are, and answers whether all of them may still be spent. First locked, then looked at: whoever
 * opened a case, held a deposit or saw it vanish has committed by then, and what was decided counts.
 */
export async function lockFreeCoins(tx: Tx, networkCode: string, coins: readonly Coin[]): Promise<boolean> {
  await tx.$queryRaw`
    SELECT 1 FROM coins c WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} ORDER BY c.transaction_id, c.index FOR UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM deposits d JOIN coins c ON d.network_code = c.network_code AND d.transaction_id = c.transaction_id
      AND split_part(d.position, ${VERSION_MARK}, 1) = c.index::text
    WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} ORDER BY d.id FOR UPDATE OF d`;
  const [row] = await tx.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND ${SPENDABLE}`;
  return row.count === BigInt(coins.length);
}

/** Under {@link lockFreeCoins}: from now on this transaction spends them. */
export async function giveCoins(
  tx: Tx,
  networkCode: string,
  coins: readonly Coin[],
  outgoingId: string,
): Promise<void> {
  if (coins.length === 0) return;
  await tx.$executeRaw`
    UPDATE coins c SET outgoing_id = ${outgoingId}::uuid WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL`;
}

/** The chain says that transactions which are none of ours have spent these. */
export async function markGone(networkCode: string, coins: readonly Coin[]): Promise<void> {
  if (coins.length === 0) return;
  await database().$executeRaw`
    UPDATE coins c SET gone_at = now() WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL`;
}

/** Whether a transaction of ours spends something that one of these has made. */
export async function isAnySpent(tx: Tx, networkCode: string, transactionIds: readonly string[]): Promise<boolean> {
  const where = { networkCode, transactionId: { in: [...transactionIds] }, outgoingId: { not: null } };
  return (await tx.coin.count({ where, take: 1 })) > 0;
}

/** The transaction is dead: what it would have spent is free again, but for what the chain says somebody else has spent. */
export async function freeCoins(tx: Tx, outgoingId: string, gone: readonly Coin[]): Promise<void> {
  if (gone.length > 0) {
    await tx.$executeRaw`UPDATE coins c SET gone_at = now() WHERE c.outgoing_id = ${outgoingId}::uuid AND ${isAmong(gone)}`;
  }
  await tx.coin.updateMany({ where: { outgoingId }, data: { outgoingId: null } });
}

type Named = Pick<Coin, "transactionId" | "index">;

function nameOf({ transactionId, index }: Named): string {
  return `${transactionId}:${index}`;
}

function isAmong(coins: readonly Named[]): Prisma.Sql {
  const ids = coins.map(({ transactionId }) => transactionId);
  const indexes = coins.map(({ index }) => index);
  return Prisma.sql`(c.transaction_id, c.index) IN (SELECT * FROM unnest(${ids}::text[], ${indexes}::int[]))`;
}
