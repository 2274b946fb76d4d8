import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { linesOf, NOT_EARNED, PERIOD_MS } from "@/lib/ledger/gateway-sums/lines";

/** Both at the beginning of a quarter of an hour; `to` is exclusive. */
export type SumRange = { readonly name: string; readonly from: Date; readonly to: Date };

export type GatewaySumRow = {
  /** Of the range. */
  readonly name: string;
  readonly currency: string;
  /** Commissions, fees and gains of conversions, less what was given back of them. */
  readonly earned: string;
  /** Payments that were credited, less those that were reversed, at the prices of their quotes. */
  readonly receivedUsd: string;
};

/** So many postings are read within a moment. Only after an upgrade are more of them missing. */
const UNSUMMED_MAX = 200_000;

/** The limit, which is never reached, makes the planner begin at the newest ones. */
const UNSUMMED = Prisma.sql`
  SELECT * FROM postings WHERE id > (SELECT summed_to FROM gateway_sum_state) ORDER BY id DESC LIMIT ${2 * UNSUMMED_MAX}`;

/**
 * Returns what the gateway received and earned in each range, by currency: the sums that a worker
 * keeps, and the postings since. Null while the worker has to add many of them first.
 */
export async function readGatewaySums(ranges: readonly SumRange[]): Promise<readonly GatewaySumRow[] | null> {
  if (await isFarBehind()) return null;
  const first = new Date(Math.min(...ranges.map(({ from }) => from.getTime())));
  const last = new Date(Math.max(...ranges.map(({ to }) => to.getTime())));
  return await database().$queryRaw<GatewaySumRow[]>`
    WITH ranges AS (
      SELECT * FROM unnest(${ranges.map(({ name }) => name)}::text[], ${ranges.map(({ from }) => from)}::timestamptz[],
        ${ranges.map(({ to }) => to)}::timestamptz[]) AS r (name, begins, ends)),
    lines AS (
      SELECT period, kind, currency_code, earned, received_usd FROM gateway_sums WHERE period >= ${first} AND period < ${last}
      UNION ALL
      SELECT period, kind, currency_code, earned, received_usd
      FROM (${linesOf(UNSUMMED)}) l)
    SELECT r.name, l.currency_code AS currency, sum(l.received_usd)::text AS "receivedUsd",
      coalesce(sum(l.earned) FILTER (WHERE l.kind <> ALL(${[...NOT_EARNED]}::text[])), 0)::text AS earned
    FROM ranges r JOIN lines l ON l.period >= r.begins AND l.period < r.ends GROUP BY 1, 2`;
}

async function isFarBehind(): Promise<boolean> {
  const [row] = await database().$queryRaw<{ missing: bigint | null }[]>`
    SELECT (SELECT max(id) FROM postings) - summed_to AS missing FROM gateway_sum_state`;
  return (row?.missing ?? 0n) > UNSUMMED_MAX;
}

/** Returns the end of the quarter of an hour that contains a time. */
export function endOfPeriod(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / PERIOD_MS) * PERIOD_MS);
}
