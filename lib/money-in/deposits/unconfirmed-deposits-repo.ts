import type { Transfer } from "@/lib/chains/driver";
import { database, type Tx } from "@/lib/kernel/db";
import type { DepositOwner, StoredBlock } from "@/lib/money-in/deposits/chain-repo";
import type { NewDeposit } from "@/lib/money-in/deposits/position-repo";

/** A transfer in a mempool to an assigned address. */
export type NewUnconfirmedDeposit = Omit<NewDeposit, "blockHeight" | "blockHash" | "blockTime" | "holdReason"> & {
  readonly spends: string | null;
};

/** A deposit seen only in a mempool. */
export type UnconfirmedDeposit = DepositOwner & {
  readonly transactionId: string;
  readonly inclusion: number;
  readonly spends: string | null;
  readonly absentSince: Date | null;
};

type Named = Pick<Transfer, "transactionId" | "position">;

/** Returns the transfers that are not recorded, or that had vanished and are not booked. */
export async function filterUnseen<Item extends Named>(networkCode: string, items: readonly Item[]): Promise<Item[]> {
  if (items.length === 0) return [];
  const ids = [...new Set(items.map(({ transactionId }) => transactionId))];
  const standing = await database().$queryRaw<Named[]>`
    SELECT transaction_id AS "transactionId", position FROM deposits
    WHERE network_code = ${networkCode} AND transaction_id = ANY(${ids}::text[]) AND (status <> 'vanished' OR booked_inclusion IS NOT NULL)`;
  const names = new Set(standing.map(nameOf));
  return items.filter((item) => !names.has(nameOf(item)));
}

/**
 * Locks the cursor, so that no block is recorded meanwhile. Returns false when it has moved or was
 * stopped.
 */
export async function lockCursorAt(tx: Tx, networkCode: string, { height, hash }: StoredBlock): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM chain_cursors
    WHERE network_code = ${networkCode} AND height = ${height} AND hash = ${hash} AND stopped_at IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/**
 * The most deposits without a block that one owner may ever have, counting every reappearance:
 * replacing transactions repeatedly costs nothing, and each replacement would be a permanent
 * deposit, two time line entries and two webhooks.
 */
export const BLOCKLESS_OF_OWNER_MAX = 100;

/**
 * Records mempool transfers: the first `limit` whose owner is below the maximum. A deposit that had
 * vanished, from a block or from the mempool, is seen again under its next inclusion number.
 * Exceptions: a booked deposit, about which only a block decides; and one whose data differ, since
 * one of the two versions was false. Only a deposit that was in a block keeps its first-seen time:
 * a payment that was withdrawn did not hold the price meanwhile. Unchanged deposits are not
 * returned.
 */
export async function upsertUnconfirmedDeposits(
  tx: Tx,
  rows: readonly NewUnconfirmedDeposit[],
  limit = rows.length,
): Promise<DepositOwner[]> {
  if (rows.length === 0) return [];
  const placed = rows.map((row, place) => ({ ...row, place }));
  const text = JSON.stringify(placed, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  return tx.$queryRaw<DepositOwner[]>`
    WITH shown AS (
      SELECT *, row_number() OVER (PARTITION BY "ownerKind", "ownerId" ORDER BY place) AS "ofOwner"
      FROM jsonb_to_recordset(${text}::jsonb) AS r("networkCode" text, "transactionId" text, position text, "currencyCode" text,
        amount text, "fromAddress" text, "toAddress" text, "addressId" text, "ownerKind" text, "ownerId" uuid, spends text, place int)),
    used AS (
      SELECT owner_kind, owner_id, sum(inclusion) AS count FROM deposits
      WHERE block_height IS NULL AND (owner_kind, owner_id) IN (SELECT "ownerKind", "ownerId" FROM shown) GROUP BY 1, 2)
    INSERT INTO deposits AS d (network_code, transaction_id, position, currency_code, amount, from_address, to_address, address_id,
      owner_kind, owner_id, spends)
    SELECT r."networkCode", r."transactionId", r.position, r."currencyCode", r.amount::numeric, r."fromAddress", r."toAddress",
      r."addressId"::bigint, r."ownerKind", r."ownerId", r.spends
    FROM shown r LEFT JOIN used u ON u.owner_kind = r."ownerKind" AND u.owner_id = r."ownerId"
    WHERE coalesce(u.count, 0) + r."ofOwner" <= ${BLOCKLESS_OF_OWNER_MAX} ORDER BY r.place LIMIT ${limit}
    ON CONFLICT (network_code, transaction_id, position) DO UPDATE SET
      status = 'seen', inclusion = d.inclusion + 1, seen_at = CASE WHEN d.block_height IS NULL THEN now() ELSE d.seen_at END, block_height = NULL, block_hash = NULL, block_time = NULL, vanished_at = NULL,
      reversal_approved_at = NULL, absent_since = NULL, spends = excluded.spends, from_address = coalesce(d.from_address, excluded.from_address)
    WHERE d.status = 'vanished' AND d.booked_inclusion IS NULL
      AND (d.currency_code, d.amount, d.address_id) = (excluded.currency_code, excluded.amount, excluded.address_id)
    RETURNING id, owner_kind AS "ownerKind", owner_id AS "ownerId"`;
}

/**
 * Lists a network's deposits seen only in a mempool, oldest first, except those of `leftOut`
 * transactions.
 */
export async function listUnconfirmedDeposits(
  networkCode: string,
  limit: number,
  leftOut: readonly string[] = [],
): Promise<UnconfirmedDeposit[]> {
  return database().$queryRaw<UnconfirmedDeposit[]>`
    SELECT id, owner_kind AS "ownerKind", owner_id AS "ownerId", transaction_id AS "transactionId", inclusion, spends,
      absent_since AS "absentSince"
    FROM deposits WHERE network_code = ${networkCode} AND status = 'seen' AND block_height IS NULL
      AND transaction_id <> ALL(${[...leftOut]}::text[]) ORDER BY seen_at, id LIMIT ${limit}`;
}

/** Clears the absence of deposits whose transactions are in a node's mempool. */
export async function markShown(networkCode: string, transactionIds: readonly string[]): Promise<void> {
  if (transactionIds.length === 0) return;
  await database().$executeRaw`
    UPDATE deposits SET absent_since = NULL
    WHERE network_code = ${networkCode} AND transaction_id = ANY(${[...transactionIds]}::text[]) AND absent_since IS NOT NULL
      AND status = 'seen' AND block_height IS NULL`;
}

/**
 * Records that no node shows these deposits from now on (true), or that one does. Ignores any that
 * are in a block by now.
 */
export async function markAbsent(ids: readonly string[], isAbsent: boolean): Promise<void> {
  if (ids.length === 0) return;
  const where = { id: { in: [...ids] }, status: "seen" as const, blockHeight: null };
  const absentSince = isAbsent ? null : { not: null };
  await database().deposit.updateMany({
    where: { ...where, absentSince },
    data: { absentSince: isAbsent ? new Date() : null },
  });
}

/**
 * Marks deposits as lost. Returns their owners. Ignores any that a block, or a mempool again, has
 * shown since they were read.
 */
export async function markLost(tx: Tx, unconfirmed: readonly UnconfirmedDeposit[]): Promise<DepositOwner[]> {
  if (unconfirmed.length === 0) return [];
  return tx.$queryRaw<DepositOwner[]>`
    UPDATE deposits d SET status = 'vanished', vanished_at = now(), absent_since = NULL
    FROM unnest(${unconfirmed.map(({ id }) => id)}::uuid[], ${unconfirmed.map(({ inclusion }) => inclusion)}::int[]) AS s(id, inclusion)
    WHERE d.id = s.id AND d.inclusion = s.inclusion AND d.status = 'seen' AND d.block_height IS NULL
    RETURNING d.id, d.owner_kind AS "ownerKind", d.owner_id AS "ownerId"`;
}

/**
 * Corrects unconfirmed deposits whose amount, coin or address differ in the block: the block is
 * authoritative. Returns the owners to which they had been attributed.
 */
export async function correctUnconfirmedDeposits(tx: Tx, rows: readonly NewDeposit[]): Promise<DepositOwner[]> {
  if (rows.length === 0) return [];
  const text = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  return tx.$queryRaw<DepositOwner[]>`
    UPDATE deposits d SET currency_code = r."currencyCode", amount = r.amount::numeric, from_address = r."fromAddress",
      to_address = r."toAddress", address_id = r."addressId"::bigint, owner_kind = r."ownerKind", owner_id = r."ownerId"
    FROM jsonb_to_recordset(${text}::jsonb) AS r("networkCode" text, "transactionId" text, position text, "currencyCode" text,
      amount text, "fromAddress" text, "toAddress" text, "addressId" text, "ownerKind" text, "ownerId" uuid), deposits told
    WHERE told.id = d.id AND d.network_code = r."networkCode" AND d.transaction_id = r."transactionId" AND d.position = r.position
      AND d.block_height IS NULL AND d.inclusion = 1 AND d.booked_inclusion IS NULL
      AND (d.currency_code, d.amount, d.from_address, d.to_address, d.address_id)
        IS DISTINCT FROM (r."currencyCode", r.amount::numeric, r."fromAddress", r."toAddress", r."addressId"::bigint)
    RETURNING d.id, told.owner_kind AS "ownerKind", told.owner_id AS "ownerId"`;
}

function nameOf({ transactionId, position }: Named): string {
  return `${transactionId} ${position}`;
}

/**
 * Locks the cursor, so that no block is reverted meanwhile. Returns null while the network is
 * stopped or was never read.
 */
export async function lockHeight(tx: Tx, networkCode: string): Promise<bigint | null> {
  const rows = await tx.$queryRaw<{ height: bigint }[]>`
    SELECT height FROM chain_cursors WHERE network_code = ${networkCode} AND stopped_at IS NULL FOR UPDATE`;
  return rows[0]?.height ?? null;
}

/** Returns the stored hash of a block that was read, and the lowest stored block. */
export async function findReadBlock(tx: Tx, networkCode: string, height: bigint) {
  const where = { networkCode };
  const lowest = await tx.chainBlock.findFirst({ where, orderBy: { height: "asc" } });
  const block = await tx.chainBlock.findFirst({ where: { ...where, height } });
  return { hash: block?.hash ?? null, lowest };
}

/** Lists transaction ids and positions of an address's deposits that are on the chain. */
export function listStanding(tx: Tx, networkCode: string, addressId: bigint) {
  const where = { networkCode, addressId, status: { not: "vanished" as const }, blockHeight: { not: null } };
  return tx.deposit.findMany({ where, select: { transactionId: true, position: true } });
}
