import { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { limitText } from "@/lib/kernel/money/format";
import type { OutflowCap } from "@/lib/sending/sends/outflow-rules";
import type { BlockedSends, Blocker, Send, SendPurpose } from "@/lib/sending/sends/send";

/**
 * What was signed on a network within the last hour, by coin. Gas for sweeps stays with the gateway
 * and is counted separately.
 */
export type RecentOutflow = { readonly isGas: boolean; readonly currencyCode: string; readonly amount: Decimal };

/** US dollars per coin; a coin without such a price is omitted. */
export type Prices = {
  readonly current: ReadonlyMap<string, Decimal>;
  /** Of any age: a coin without a current price must not block all others while it counts. */
  readonly last: ReadonlyMap<string, Decimal>;
};

const CENTS = 2;

/**
 * Returns which of these sends exceed what may be sent within an hour, given the recent outflows.
 * In order: a send that fits together with those before it is allowed. `counted`: the purposes that
 * count, apart from gas. Pure.
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

/** Gas in a coin that is not named is allowed: it moves between the gateway's own addresses. */
function limitOf(cap: OutflowCap, { isGas, currencyCode }: RecentOutflow): { unit: string; limit: Decimal | null } {
  if (cap.kind === "dollars") return { unit: "USD", limit: cap.amount };
  return { unit: currencyCode, limit: cap.amounts.get(currencyCode) ?? (isGas ? null : ZERO) };
}

/** Returns the value in the cap's unit for `one`; null while a coin has no price. */
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

/** Rounds dollars up to cents. */
function textOf(cap: OutflowCap, amount: Decimal, unit: string): string {
  return limitText(cap.kind === "coins" ? amount.toFixed() : amount.toFixed(CENTS, 0), unit);
}

/** Row of `recentOutflowSql`, as returned by the database. */
export type RecentOutflowRow = { readonly isGas: boolean; readonly currencyCode: string; readonly amount: string };

/**
 * Builds a query for what transactions with a version signed within the last hour carry, by coin,
 * as JSON. It reads signed versions, sends, and what expired transactions carried, none of which
 * the database allows to be changed or deleted: a send that was signed, ended as dead and signed
 * again counts twice.
 * @param except a transaction whose own sends are evaluated separately; null: none
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
