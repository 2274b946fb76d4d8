import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-key";
import { database, type Tx } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal } from "@/lib/money/decimal";

/** An address that somebody may pay to at this time. */
export type WatchedAddress = { readonly id: bigint; readonly address: string };

/** A payment or a cost of an address that we know of: what its balance changed by at a height. */
export type KnownChange = { readonly height: bigint; readonly amount: Decimal };

type Place = { readonly networkCode: string; readonly currencyCode: string };

/** Addresses of invoices that wait for this coin, those that end first, first; the newest quote of each counts. */
export function listOpenAddresses({ networkCode, currencyCode }: Place, limit: number): Promise<WatchedAddress[]> {
  return database().$queryRaw<WatchedAddress[]>`
    SELECT q.address_id AS id, q.address FROM invoices i JOIN quotes q ON q.id = i.current_quote_id
    WHERE i.status IN ('check', 'process') AND q.network_code = ${networkCode} AND q.currency_code = ${currencyCode}
    ORDER BY i.expires_at LIMIT ${limit}`;
}

/** Static wallets for this coin, by number. */
export function listWalletAddresses(
  { networkCode, currencyCode }: Place,
  after: bigint,
  limit: number,
): Promise<WatchedAddress[]> {
  return database().$queryRaw<WatchedAddress[]>`
    SELECT address_id AS id, address FROM static_wallets
    WHERE network_code = ${networkCode} AND currency_code = ${currencyCode} AND address_id > ${after}
    ORDER BY address_id LIMIT ${limit}`;
}

/** Where a deposit that no scan finds left the chain, and addresses of which an alarm tells: whatever became of their owners. */
export function listDoubtfulAddresses(
  networkCode: string,
  family: AddressFamily,
  alarmed: readonly string[],
  limit: number,
): Promise<WatchedAddress[]> {
  return database().$queryRaw<WatchedAddress[]>`
    SELECT x.id, x.address FROM addresses x
    WHERE x.family = ${family} AND x.address_key = ANY(${alarmed.map((address) => toAddressKey(family, address))}::text[])
    UNION SELECT x.id, x.address FROM deposits d JOIN addresses x ON x.id = d.address_id
    WHERE d.network_code = ${networkCode} AND d.status = 'vanished' AND d.booked_inclusion IS NOT NULL AND d.position LIKE 'trace:%'
    LIMIT ${limit}`;
}

/**
 * Everything that we know to have changed what an address holds of its network's coin: deposits, gas that we sent there and what left, with
 * its costs. Null while a sweep of it is under way.
 */
export async function readKnownChanges(
  { networkCode, currencyCode }: Place,
  { id, address }: WatchedAddress,
): Promise<readonly KnownChange[] | null> {
  const moving = await database().$queryRaw<unknown[]>`
    SELECT 1 FROM outgoing_transactions
    WHERE network_code = ${networkCode} AND from_address = ${address} AND status IN ('signed', 'included')
    UNION ALL SELECT 1 FROM sweeps WHERE address_id = ${id} AND network_code = ${networkCode} AND status IN ('gas', 'process') LIMIT 1`;
  if (moving.length > 0) return null;
  const rows = await database().$queryRaw<{ height: bigint; amount: Prisma.Decimal }[]>`
    SELECT d.block_height AS height, d.amount FROM deposits d
    WHERE d.address_id = ${id} AND d.network_code = ${networkCode} AND d.currency_code = ${currencyCode}
      AND d.status <> 'vanished' AND d.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, s.amount FROM sweeps w JOIN sends s ON s.purpose = 'gas' AND s.purpose_id = w.id
      JOIN outgoing_transactions o ON o.id = s.outgoing_id
    WHERE w.address_id = ${id} AND w.network_code = ${networkCode} AND o.status = 'settled' AND o.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, -s.amount FROM sends s JOIN outgoing_transactions o ON o.id = s.outgoing_id
    WHERE o.network_code = ${networkCode} AND s.currency_code = ${currencyCode} AND o.from_address = ${address}
      AND o.status = 'settled' AND o.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, -o.fee_paid FROM outgoing_transactions o
    WHERE o.network_code = ${networkCode} AND o.from_address = ${address} AND o.fee_payer IS NULL AND o.status IN ('settled', 'failed')
      AND o.block_height IS NOT NULL AND o.fee_paid IS NOT NULL`;
  return rows.map(({ height, amount }) => ({ height, amount: decimal(amount) }));
}

/** Where the reading of a network stands, and whether anybody may pay to an address of it, or a doubt about one is open. */
export type WatchPlace = { readonly networkCode: string; readonly hash: string; readonly isWatched: boolean };

/** Of every network that is read, in one statement. @param alarmKind what tells of doubts, by subjects that begin with the network */
export function listWatchPlaces(alarmKind: string): Promise<WatchPlace[]> {
  return database().$queryRaw<WatchPlace[]>`
    SELECT c.network_code AS "networkCode", c.hash,
      EXISTS (SELECT 1 FROM invoices i JOIN quotes q ON q.id = i.current_quote_id
        WHERE i.status IN ('check', 'process') AND q.network_code = c.network_code)
      OR EXISTS (SELECT 1 FROM static_wallets w WHERE w.network_code = c.network_code)
      OR EXISTS (SELECT 1 FROM alarms a
        WHERE a.kind = ${alarmKind} AND a.cleared_at IS NULL AND split_part(a.subject, ':', 1) = c.network_code)
      OR EXISTS (SELECT 1 FROM deposits d WHERE d.network_code = c.network_code AND d.status = 'vanished'
        AND d.booked_inclusion IS NOT NULL AND d.position LIKE 'trace:%') AS "isWatched"
    FROM chain_cursors c`;
}

/** Locks where reading stands: while it is held no block is taken back. Null while the network is stopped or was never read. */
export async function lockHeight(tx: Tx, networkCode: string): Promise<bigint | null> {
  const rows = await tx.$queryRaw<{ height: bigint }[]>`
    SELECT height FROM chain_cursors WHERE network_code = ${networkCode} AND stopped_at IS NULL FOR UPDATE`;
  return rows[0]?.height ?? null;
}

/** The hash under which a block was read, and the lowest block that is still known. */
export async function findReadBlock(tx: Tx, networkCode: string, height: bigint) {
  const where = { networkCode };
  const lowest = await tx.chainBlock.findFirst({ where, orderBy: { height: "asc" } });
  const block = await tx.chainBlock.findFirst({ where: { ...where, height } });
  return { hash: block?.hash ?? null, lowest };
}

/** Transactions and positions of the deposits of an address that stand on the chain. */
export function listStanding(tx: Tx, networkCode: string, addressId: bigint) {
  const where = { networkCode, addressId, status: { not: "vanished" as const }, blockHeight: { not: null } };
  return tx.deposit.findMany({ where, select: { transactionId: true, position: true } });
}
