import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { MOVABLE } from "@/lib/money-in/deposits/repo";
import type { SweepCandidate } from "@/lib/sending/sweeps/sweep";

/** Deposits (`d`) that the gateway may move and that are in no sweep. */
const SWEEPABLE = Prisma.sql`d.sweep_id IS NULL AND ${MOVABLE}`;

/** After this many failures the pause is always the maximum: 2^11 minutes are more than a day. */
const FAILURES_COUNTED = 12;

/**
 * Condition: the last sweeps of the coin from this address (`d`) failed, the latest so recently
 * that the address is paused: for 2^n units after n consecutive failures, at most a day. Otherwise
 * a coin that refuses to move would be retried forever, in place of those that can move.
 */
function isPaused(pauseUnitMs: number): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM (
      SELECT count(*)::int AS failures, max(w.final_at) AS last_at FROM sweeps w
      WHERE w.network_code = d.network_code AND w.currency_code = d.currency_code AND w.address_id = d.address_id AND w.status = 'fail'
        AND w.created_at > coalesce((SELECT max(g.created_at) FROM sweeps g WHERE g.network_code = d.network_code
          AND g.currency_code = d.currency_code AND g.address_id = d.address_id AND g.status = 'done'), '-infinity')) f
    WHERE f.failures > 0 AND f.last_at > now() - least(interval '1 day',
      power(2, least(f.failures, ${FAILURES_COUNTED}))::int * ${pauseUnitMs}::int * interval '1 millisecond'))`;
}

type CandidateQuery = {
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly amountMin: Decimal;
  /** Older deposits are swept whatever their amount; null: none. */
  readonly waitingSince: Date | null;
  /** The unit of {@link isPaused}. */
  readonly pauseUnitMs: number;
  readonly limit: number;
};

/**
 * Lists addresses with enough of a coin, without a sweep under way or paused after a failure, the
 * largest amount first.
 */
export async function listCandidates(wanted: CandidateQuery): Promise<SweepCandidate[]> {
  const rows = await database().$queryRaw<(Omit<SweepCandidate, "amount"> & { amount: Prisma.Decimal })[]>`
    SELECT d.address_id AS "addressId", x.address, sum(d.amount) AS amount
    FROM deposits d JOIN addresses x ON x.id = d.address_id
    WHERE d.network_code = ${wanted.networkCode} AND d.currency_code = ${wanted.currencyCode} AND ${SWEEPABLE}
      AND NOT EXISTS (SELECT 1 FROM sweeps s WHERE s.network_code = d.network_code AND s.address_id = d.address_id
        AND s.status IN ('gas', 'process'))
      AND NOT ${isPaused(wanted.pauseUnitMs)}
    GROUP BY 1, 2
    HAVING sum(d.amount) >= ${wanted.amountMin.toFixed()}::numeric OR min(d.confirmed_at) < ${wanted.waitingSince}::timestamptz
    ORDER BY 3 DESC, 1 LIMIT ${wanted.limit}`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}

/** Returns which of these coins of a network any address holds that could be swept. */
export async function findSweepableCoins(
  networkCode: string,
  currencyCodes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT c.code FROM unnest(${[...currencyCodes]}::text[]) AS c (code)
    WHERE EXISTS (SELECT FROM deposits d WHERE d.network_code = ${networkCode} AND d.currency_code = c.code AND ${SWEEPABLE})`;
  return new Set(rows.map(({ code }) => code));
}

/**
 * Locks and returns the deposits of an address that may be swept. Locks first and selects
 * afterwards: a transaction that held one, opened a case or removed one has committed by then, so
 * its result counts.
 */
export async function lockSweepable(
  tx: Tx,
  place: { readonly networkCode: string; readonly currencyCode: string; readonly addressId: bigint },
): Promise<{ id: string; amount: Decimal }[]> {
  const here = Prisma.sql`
    d.network_code = ${place.networkCode} AND d.currency_code = ${place.currencyCode} AND d.address_id = ${place.addressId}`;
  await tx.$queryRaw`
    SELECT 1 FROM deposits d WHERE ${here} AND d.sweep_id IS NULL AND d.booked_inclusion IS NOT NULL ORDER BY d.id FOR UPDATE`;
  const rows = await tx.$queryRaw<{ id: string; amount: Prisma.Decimal }[]>`
    SELECT d.id, d.amount FROM deposits d WHERE ${here} AND ${SWEEPABLE} ORDER BY d.id`;
  return rows.map(({ id, amount }) => ({ id, amount: decimal(amount) }));
}

/**
 * Returns whether a send from the hot wallet waits for this coin, for its amount or (the native
 * coin) for gas.
 */
export async function isWaitedFor(networkCode: string, currencyCode: string, isNative: boolean): Promise<boolean> {
  const forIt = { currencyCode, waitReason: "funds" };
  const waiting = { networkCode, status: "queued" as const, fromAddress: null };
  const reasons = isNative ? { OR: [forIt, { waitReason: "gas" }] } : forIt;
  return (await database().send.count({ where: { ...waiting, ...reasons }, take: 1 })) > 0;
}
