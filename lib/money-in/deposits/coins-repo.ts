import type { CoinName } from "@/lib/chains/facts";
import type { Coin } from "@/lib/chains/spending";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { VERSION_MARK } from "@/lib/money-in/deposits/position-repo";
import { MOVABLE } from "@/lib/money-in/deposits/repo";

/** An output to one of the gateway's addresses, as included in a block. */
export type SeenCoin = {
  readonly networkCode: string;
  readonly transactionId: string;
  readonly index: number;
  readonly addressId: bigint;
  /** In base units, more than zero. */
  readonly units: bigint;
  /**
   * Created by one of the gateway's own transactions: change, or a transfer between its addresses.
   */
  readonly isInternal: boolean;
  readonly blockHeight: bigint;
  readonly lockedUntil: bigint | null;
};

/**
 * Stores coins that blocks contain, in one statement: one transaction may create thousands. A known
 * coin gets this block.
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

/** Clears the block of every coin above this height, after a reorganisation. */
export async function clearCoinsAbove(tx: Tx, networkCode: string, height: bigint): Promise<void> {
  await tx.coin.updateMany({ where: { networkCode, blockHeight: { gt: height } }, data: { blockHeight: null } });
}

/**
 * Coins (`c`, with their address `a` and the network's cursor `u`) that may be spent now: no
 * transaction spends them, their block was read, the chain does not lock them, and the gateway owns
 * them. Outputs of its own transactions: change of settled ones, and of an included one that was
 * never replaced, because another version would have created other coins. Outputs of other
 * transactions: booked deposits without a pending decision.
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

/** Lists the spendable coins of a network, largest first. */
export async function listSpendable(networkCode: string, limit: number): Promise<Coin[]> {
  return database().$queryRaw<Coin[]>`
    SELECT c.transaction_id AS "transactionId", c.index, c.units, a.address
    FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${SPENDABLE}
    ORDER BY c.units DESC, c.transaction_id, c.index LIMIT ${limit}`;
}

/** Returns those of the coins that are still free: in a block and not spent. */
export async function filterFree(networkCode: string, coins: readonly Coin[]): Promise<Coin[]> {
  const rows = await database().$queryRaw<Named[]>`
    SELECT c.transaction_id AS "transactionId", c.index FROM coins c
    WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL AND c.externally_spent_at IS NULL AND c.block_height IS NOT NULL`;
  const free = new Set(rows.map(nameOf));
  return coins.filter((coin) => free.has(nameOf(coin)));
}

/**
 * Locks coins and their deposits, and returns whether all of them may still be spent. Locks before
 * checking, so that any transaction that opened a case, held a deposit or marked it as vanished has
 * committed and is taken into account.
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

/** Assigns the coins to this transaction. Requires {@link lockFreeCoins}. */
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

/** Marks coins that external transactions have spent according to the chain. */
export async function markGone(networkCode: string, coins: readonly Coin[]): Promise<void> {
  if (coins.length === 0) return;
  await database().$executeRaw`
    UPDATE coins c SET externally_spent_at = now() WHERE c.network_code = ${networkCode} AND ${isAmong(coins)} AND c.outgoing_id IS NULL`;
}

/** Whether one of the gateway's transactions spends an output of any of these. */
export async function isAnySpent(tx: Tx, networkCode: string, transactionIds: readonly string[]): Promise<boolean> {
  const where = { networkCode, transactionId: { in: [...transactionIds] }, outgoingId: { not: null } };
  return (await tx.coin.count({ where, take: 1 })) > 0;
}

/**
 * Frees the coins of a dead transaction, except those that an external transaction has spent
 * according to the chain.
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

/** Returns the total of all spendable coins of a network, in base units. */
export async function sumSpendable(tx: Tx, networkCode: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<[{ units: string }]>`
    SELECT coalesce(sum(c.units), 0)::text AS units
    FROM coins c JOIN addresses a ON a.id = c.address_id JOIN chain_cursors u ON u.network_code = c.network_code
    WHERE c.network_code = ${networkCode} AND ${SPENDABLE}`;
  return BigInt(row.units);
}

/** Unspent coins of a network, in base units. */
export type CoinSums = {
  readonly networkCode: string;
  /** Of spendable coins. */
  readonly count: number;
  readonly largest: bigint;
  /**
   * Of coins that may not be spent yet: unconfirmed, locked by the chain, or deposits with a
   * pending decision or refund.
   */
  readonly keptCount: number;
  readonly kept: bigint;
};

/** One row per network that has any. */
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

/** Stores the current cost of spending one more coin of a network, in its native currency. */
export async function writeCoinCost(networkCode: string, amount: Decimal): Promise<void> {
  const data = { amount: amount.toFixed(), observedAt: new Date() };
  await database().coinCost.upsert({ where: { networkCode }, create: { networkCode, ...data }, update: data });
}

/**
 * Returns the last stored cost, whatever its age; null where transactions spend no coins, or no
 * cost was stored.
 */
export async function readCoinCost(tx: Tx, networkCode: string): Promise<Decimal | null> {
  const row = await tx.coinCost.findUnique({ where: { networkCode }, select: { amount: true } });
  return row === null ? null : decimal(row.amount);
}

/** By id of an external transaction: the coins that it spends. Empty where it spends none. */
export type Origins = ReadonlyMap<string, readonly CoinName[]>;

/**
 * Stores which coins external transactions spend, in one statement. Existing rows are kept, because
 * they were derived from the transactions' bytes.
 */
export async function recordOrigins(tx: Tx, networkCode: string, origins: Origins): Promise<void> {
  const known = [...origins].filter(([, coins]) => coins.length > 0);
  if (known.length === 0) return;
  const ids = known.map(([id]) => id);
  const texts = known.map(([, coins]) =>
    coins.map(({ transactionId, index }) => `${transactionId}:${index}`).join(" "),
  );
  // The full bytes of the gateway's own transactions are stored elsewhere.
  await tx.$executeRaw`
    INSERT INTO coin_origins (network_code, transaction_id, spends)
    SELECT ${networkCode}, o.id, o.spends FROM unnest(${ids}::text[], ${texts}::text[]) AS o (id, spends)
    WHERE NOT EXISTS (SELECT FROM signed_transactions v WHERE v.network_code = ${networkCode} AND v.transaction_id = o.id)
    ON CONFLICT DO NOTHING`;
}

/**
 * Returns the coins that an external transaction spends, as derived from its bytes; null when they
 * are not stored.
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
