import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** A network and its native coin. */
export type CoinPlace = { readonly networkCode: string; readonly currencyCode: string };

/** An assigned address. */
export type WatchedAddress = { readonly id: bigint; readonly address: string };

/** The expected native balance of an address. */
export type Holding = WatchedAddress & {
  readonly known: Decimal;
  /** An outgoing transaction of this address is pending, so its current balance is undefined. */
  readonly isMoving: boolean;
};

/** A known payment or cost of an address: the change of its balance at a height. */
export type KnownChange = { readonly height: bigint; readonly amount: Decimal };

/** Reads the holdings of addresses at a height, in one statement. */
export async function readHoldings(
  place: CoinPlace,
  ids: readonly bigint[],
  height: bigint,
): Promise<readonly Holding[]> {
  if (ids.length === 0) return [];
  const rows = await database().$queryRaw<(Omit<Holding, "known"> & { known: Prisma.Decimal })[]>`
    SELECT x.id, x.address, ${isMoving(place)} AS "isMoving",
      (SELECT coalesce(sum(k.amount), 0) FROM (${changesOf(place)}) AS k WHERE k.height <= ${height}) AS known
    FROM addresses x WHERE x.id = ANY(${[...ids]}::bigint[])`;
  return rows.map((row) => ({ ...row, known: decimal(row.known) }));
}

/**
 * Lists all known changes of an address's balance; null while an outgoing transaction of it is
 * pending.
 */
export async function readKnownChanges(
  place: CoinPlace,
  { id }: WatchedAddress,
): Promise<readonly KnownChange[] | null> {
  const moving = await database().$queryRaw<
    unknown[]
  >`SELECT 1 FROM addresses x WHERE x.id = ${id} AND ${isMoving(place)}`;
  if (moving.length > 0) return null;
  const rows = await database().$queryRaw<{ height: bigint; amount: Prisma.Decimal }[]>`
    SELECT k.height, k.amount FROM addresses x, LATERAL (${changesOf(place)}) AS k WHERE x.id = ${id}`;
  return rows.map(({ height, amount }) => ({ height, amount: decimal(amount) }));
}

/** Selects random assigned addresses of a family, whatever they were assigned for. */
export async function drawGivenOut(family: string, count: number): Promise<readonly bigint[]> {
  const rows = await database().$queryRaw<{ id: bigint }[]>`
    SELECT id FROM addresses WHERE family = ${family} AND owner_kind IN ('invoice', 'wallet') ORDER BY random() LIMIT ${count}`;
  return rows.map(({ id }) => id);
}

/** Whether a transaction from an address (`x`) is unfinished, or a sweep of it is in progress. */
function isMoving({ networkCode }: CoinPlace): Prisma.Sql {
  return Prisma.sql`(
    EXISTS (SELECT 1 FROM outgoing_transactions o
      WHERE o.network_code = ${networkCode} AND o.from_address = x.address AND o.status IN ('signed', 'included'))
    OR EXISTS (SELECT 1 FROM sweeps w WHERE w.address_id = x.id AND w.network_code = ${networkCode} AND w.status IN ('gas', 'process')))`;
}

/** Deposits to an address (`x`), gas sent to it, outgoing amounts, and their fees. */
function changesOf({ networkCode, currencyCode }: CoinPlace): Prisma.Sql {
  return Prisma.sql`
    SELECT d.block_height AS height, d.amount FROM deposits d
    WHERE d.address_id = x.id AND d.network_code = ${networkCode} AND d.currency_code = ${currencyCode}
      AND d.status <> 'vanished' AND d.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, s.amount FROM sweeps w JOIN sends s ON s.purpose = 'gas' AND s.purpose_id = w.id
      JOIN outgoing_transactions o ON o.id = s.outgoing_id
    WHERE w.address_id = x.id AND w.network_code = ${networkCode} AND o.status = 'settled' AND o.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, -s.amount FROM sends s JOIN outgoing_transactions o ON o.id = s.outgoing_id
    WHERE o.network_code = ${networkCode} AND s.currency_code = ${currencyCode} AND o.from_address = x.address
      AND o.status = 'settled' AND o.block_height IS NOT NULL
    UNION ALL SELECT o.block_height, -o.fee_paid FROM outgoing_transactions o
    WHERE o.network_code = ${networkCode} AND o.from_address = x.address AND o.fee_payer IS NULL AND o.status IN ('settled', 'failed')
      AND o.block_height IS NOT NULL AND o.fee_paid IS NOT NULL`;
}
