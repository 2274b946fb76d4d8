import type { CoinName } from "@/lib/chains/facts";
import type { Coin } from "@/lib/chains/spending";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { VERSION_MARK } from "@/lib/money-in/deposits/position-repo";
import { MOVABLE } from "@/lib/money-in/deposits/repo";

/** An output to an address of ours, as a block has it. */
export type SeenCoin = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly index: number;
  readonly addressId: bigint;
  /** In base units, more than zero. */
  readonly units: bigint;
  /** Made by a transaction of ours: change, or money between our own addresses. */
  readonly isInternal: boolean;
  readonly blockHeight: bigint;
  readonly lockedUntil: bigint | null;
};

/**
 * Writes down coins that blocks hold, in one statement: one transaction may pay us thousands. One
 * that is known is in this block from now on.
 */
export async function recordCoins(tx: Tx, coins: readonly SeenCoin[]): Promise<void> {
  if (coins.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO coins AS c (network_code, transaction_id, index, address_id, units, is_internal, block_height, locked_until)
    SELECT * FROM unnest(${coins.map((coin) => coin.networkCode)}::text[], ${coins.map((coin) => coin.transactionId)}::text[],
      ${coins.map((coin) => coin.index)}::int[], ${coins.map((coin) => coin.addressId)}::bigint[], ${coins.map((coin) => coin.units)}::bigint[],
      ${coins.map((coin) => coin.isInternal)}::boolean[], ${coins.map((coin) => coin.blockHeight)}::bigint[], ${coins.map((coin) => coin.lockedUntil)}::bigint[])
    ON CONFLICT (network_code, transaction_id, index) DO UPDATE
      SET block_height = EXCLUDED.block_height, locked_until = EXCLUDED.locked_until, is_internal = c.is_internal OR EXCLUDED.is_internal`;
}

/** The blocks above this height have left the chain, and what they held with them. */
export async function clearCoinsAbove(tx: Tx, networkCode: string, height: bigint): Promise<void> {
  await tx.coin.updateMany({ where: { networkCode, blockHeight: { gt: height } }, data: { blockHeight: null } });
}

/**
 * Coins (`c`, with their address `a` and the network's cursor `u`) that may be spent now: nothing
 * spends them, their block was read, the chain does not lock them, and they are ours to move. Of
 * our own transactions the change: of settled ones, and of one that waits in a block and was never
 * replaced, because another version of it would have made other coins. Of the others: deposits that
 * are in the books, without a decision that is still to be made.
 */
export const SPENDABLE = Prisma.sql`
  c.outgoing_id IS NULL AND c.externally_spent_at IS NULL AND c.block_height <= u.height AND coalesce(c.locked_until, 0) <= u.height
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
    WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL AND c.externally_spent_at IS NULL AND c.block_height IS NOT NULL`;
  const free = new Set(rows.map(nameOf));
  return coins.filter((coin) => free.has(nameOf(coin)));
}

/**
 * Locks coins and the deposits that they are, and answers whether all of them may still be spent.
 * First locked, then looked at: whoever opened a case, held a deposit or saw it vanish has
 * committed by then, and what was decided counts.
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
    UPDATE coins c SET externally_spent_at = now() WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL`;
}

/** Whether a transaction of ours spends something that one of these has made. */
export async function isAnySpent(tx: Tx, networkCode: string, transactionIds: readonly string[]): Promise<boolean> {
  const where = { networkCode, transactionId: { in: [...transactionIds] }, outgoingId: { not: null } };
  return (await tx.coin.count({ where, take: 1 })) > 0;
}

/**
 * The transaction is dead: what it would have spent is free again, but for what the chain says
 * somebody else has spent.
 */
export async function freeCoins(tx: Tx, outgoingId: string, gone: readonly Coin[]): Promise<void> {
  if (gone.length > 0) {
    await tx.$executeRaw`UPDATE coins c SET externally_spent_at = now() WHERE c.outgoing_id = ${outgoingId}::uuid AND ${isAmong(gone)}`;
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

/** What all coins that may be spent on a network now are together, in base units. */
export async function sumSpendable(tx: Tx, networkCode: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<[{ units: string }]>`
    SELECT coalesce(sum(c.units), 0)::text AS units
    FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${SPENDABLE}`;
  return BigInt(row.units);
}

/** The coins of a network that nothing spends, in base units. */
export type CoinSums = {
  readonly networkCode: string;
  /** Of those that may be spent now. */
  readonly count: number;
  readonly largest: bigint;
  /**
   * Of those that may not: too young, locked by the chain, or deposits that wait for a decision or
   * a refund.
   */
  readonly keptCount: number;
  readonly kept: bigint;
};

/** By network, of those that have any. */
export async function readCoinSums(): Promise<CoinSums[]> {
  const rows = await database().$queryRaw<SumsRow[]>`
    SELECT f.network_code AS "networkCode", (count(*) FILTER (WHERE f.is_free))::int AS count,
      coalesce(max(f.units) FILTER (WHERE f.is_free), 0)::text AS largest,
      (count(*) FILTER (WHERE NOT f.is_free))::int AS "keptCount", coalesce(sum(f.units) FILTER (WHERE NOT f.is_free), 0)::text AS kept
    FROM (
      SELECT c.network_code, c.units, coalesce((${SPENDABLE}), false) AS is_free
      FROM coins c JOIN addresses a ON a.id = c.address_id LEFT JOIN chain_cursors u ON u.network_code = c.network_code
      WHERE c.outgoing_id IS NULL AND c.externally_spent_at IS NULL AND c.block_height IS NOT NULL) f
    GROUP BY 1`;
  return rows.map(({ largest, kept, ...row }) => ({ ...row, largest: BigInt(largest), kept: BigInt(kept) }));
}

type SumsRow = Omit<CoinSums, "largest" | "kept"> & { readonly largest: string; readonly kept: string };

/** What it costs now to spend one more coin of a network, in its native currency. */
export async function writeCoinCost(networkCode: string, amount: Decimal): Promise<void> {
  const data = { amount: amount.toFixed(), observedAt: new Date() };
  await database().coinCost.upsert({ where: { networkCode }, create: { networkCode, ...data }, update: data });
}

/**
 * The same as a worker was told last, however long ago; null where transactions spend no coins, or
 * nobody was told.
 */
export async function readCoinCost(tx: Tx, networkCode: string): Promise<Decimal | null> {
  const row = await tx.coinCost.findUnique({ where: { networkCode }, select: { amount: true } });
  return row === null ? null : decimal(row.amount);
}

/**
 * By the id of a transaction that is not ours: coins that it spends. Empty where it spends none.
 */
export type Origins = ReadonlyMap<string, readonly CoinName[]>;

/**
 * Writes down what transactions of others spend, in one statement. What is known stays: their bytes
 * have proven it.
 */
export async function recordOrigins(tx: Tx, networkCode: string, origins: Origins): Promise<void> {
  const known = [...origins].filter(([, coins]) => coins.length > 0);
  if (known.length === 0) return;
  const ids = known.map(([id]) => id);
  const texts = known.map(([, coins]) =>
    coins.map(({ transactionId, index }) => `${transactionId}:${index}`).join(" "),
  );
  // Of ours the whole bytes are kept.
  await tx.$executeRaw`
    INSERT INTO coin_origins (network_code, transaction_id, spends)
    SELECT ${networkCode}, o.id, o.spends FROM unnest(${ids}::text[], ${texts}::text[]) AS o (id, spends)
    WHERE NOT EXISTS (SELECT FROM signed_transactions v WHERE v.network_code = ${networkCode} AND v.transaction_id = o.id)
    ON CONFLICT DO NOTHING`;
}

/**
 * Coins that a transaction of somebody else spends, as its bytes have proven; null when nobody has
 * written it down.
 */
export async function findOrigin(networkCode: string, transactionId: string): Promise<readonly CoinName[] | null> {
  const key = { networkCode_transactionId: { networkCode, transactionId } };
  const row = await database().coinOrigin.findUnique({ where: key, select: { spends: true } });
  return row === null ? null : row.spends.split(" ").map(toCoinName);
}

function toCoinName(text: string): CoinName {
  const [transactionId = "", index = ""] = text.split(":");
  return { transactionId, index: Number.parseInt(index, 10) };
}
