import { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { limitText } from "@/lib/kernel/money/format";
import type { OutflowCap } from "@/lib/sending/sends/outflow-rules";
import type { BlockedSends, Blocker, Send, SendPurpose } from "@/lib/sending/sends/send";

/**
 * What was signed on a network within the last hour, by coin. Gas for sweeps stays ours, and is a
 * sum of its own.
 */
export type RecentOutflow = { readonly isGas: boolean; readonly currencyCode: string; readonly amount: Decimal };

/** Dollars for one of a coin; a coin that has no such price is left out. */
export type Prices = {
  readonly current: ReadonlyMap<string, Decimal>;
  /**
   * Of any age: a coin whose price falls silent must not hold up all others for as long as it
   * counts.
   */
  readonly last: ReadonlyMap<string, Decimal>;
};

const CENTS = 2;

/**
 * Which of these sends are too much for what may leave within an hour, after what has left. In
 * their order: what fits beside those before it goes. `counted`: the purposes that count, gas
 * aside. Pure.
 */
export function evaluateCap(
  cap: OutflowCap,
  counted: ReadonlySet<SendPurpose>,
  left: readonly RecentOutflow[],
  sends: readonly Send[],
  prices: Prices,
): BlockedSends {
  const taken = [...left];
  const blocked = new Map<string, Blocker>();
  for (const send of sends) {
    const isGas = send.purpose === "gas";
    if (!isGas && !counted.has(send.purpose)) continue;
    const one = { isGas, currencyCode: send.currencyCode, amount: send.amount };
    const refusal = refuse(cap, taken, one, prices);
    if (refusal === null) taken.push(one);
    else blocked.set(send.id, refusal);
  }
  return blocked;
}

type Refusal = { readonly reason: "cap" | "above-cap"; readonly detail: string };

function refuse(cap: OutflowCap, left: readonly RecentOutflow[], one: RecentOutflow, prices: Prices): Refusal | null {
  const { unit, limit } = limitOf(cap, one);
  if (limit === null) return null;
  const before = left.filter(({ isGas }) => isGas === one.isGas);
  const [own, used] = [worthOf(cap, [one], one, prices.current), worthOf(cap, before, one, prices.last)];
  if (own === null || used === null) {
    const detail = `${cap.setting} is in US dollars, and one of the coins has no current price`;
    return { reason: "cap", detail };
  }
  const may = `${cap.setting} allows ${limitText(limit.toFixed(), unit)} per hour`;
  if (own.gt(limit)) return { reason: "above-cap", detail: `${may}, and this send is ${textOf(cap, own, unit)}` };
  if (used.plus(own).lte(limit)) return null;
  return { reason: "cap", detail: `${may}, and earlier sends use ${textOf(cap, used, unit)} of it` };
}

/**
 * Gas in a coin that is not named is not held up by that: it goes from one address of ours to
 * another.
 */
function limitOf(cap: OutflowCap, { isGas, currencyCode }: RecentOutflow): { unit: string; limit: Decimal | null } {
  if (cap.kind === "dollars") return { unit: "USD", limit: cap.amount };
  return { unit: currencyCode, limit: cap.amounts.get(currencyCode) ?? (isGas ? null : ZERO) };
}

/** In what the cap counts for `one`; null while a coin has no price. */
function worthOf(
  cap: OutflowCap,
  left: readonly RecentOutflow[],
  one: RecentOutflow,
  prices: ReadonlyMap<string, Decimal>,
): Decimal | null {
  let sum = ZERO;
  for (const { currencyCode, amount } of left) {
    if (cap.kind === "coins") {
      if (currencyCode === one.currencyCode) sum = sum.plus(amount);
      continue;
    }
    const price = prices.get(currencyCode);
    if (price === undefined) return null;
    sum = sum.plus(amount.times(price));
  }
  return sum;
}

/** Dollars are rounded up to cents. */
function textOf(cap: OutflowCap, amount: Decimal, unit: string): string {
  return limitText(cap.kind === "coins" ? amount.toFixed() : amount.toFixed(CENTS, 0), unit);
}

/** Of `recentOutflowSql`, as the database answers it. */
export type RecentOutflowRow = { readonly isGas: boolean; readonly currencyCode: string; readonly amount: string };

/**
 * What transactions with a version that was signed within the last hour carry, by coin, as JSON. It
 * is read from signed versions, what was ordered, and what expired transactions carried, of which
 * the database lets nobody change or delete anything: a send that was signed, called dead and
 * signed again counts twice.
 * @param except a transaction that is judged by its own sends; null: none
 */
export function recentOutflowSql(
  networkCode: string,
  counted: readonly SendPurpose[],
  except: string | null,
): Prisma.Sql {
  return Prisma.sql`(WITH recent AS (
      SELECT DISTINCT outgoing_id FROM signed_transactions
      WHERE network_code = ${networkCode} AND signed_at > now() - interval '1 hour' AND alias_of IS NULL
        AND outgoing_id IS DISTINCT FROM ${except}::uuid),
    sums AS (
      SELECT purpose = 'gas' AS is_gas, currency_code, sum(amount)::text AS amount
      FROM recent o CROSS JOIN LATERAL (
        SELECT purpose, currency_code, amount FROM sends WHERE outgoing_id = o.outgoing_id
        UNION ALL
        SELECT s.purpose, s.currency_code, s.amount FROM expired_sends e JOIN sends s ON s.id = e.send_id WHERE e.outgoing_id = o.outgoing_id
        -- By index, one after the other: all that was ever sent is never read.
        OFFSET 0) AS carried
      WHERE purpose::text = ANY(${[...counted, "gas"]}::text[]) GROUP BY 1, 2)
    SELECT coalesce(json_agg(json_build_object('isGas', is_gas, 'currencyCode', currency_code, 'amount', amount)), '[]') FROM sums)`;
}

export function toRecentOutflows(rows: readonly RecentOutflowRow[]): RecentOutflow[] {
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}
