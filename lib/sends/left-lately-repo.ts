import { Prisma } from "@/lib/generated/prisma/client";
import { decimal } from "@/lib/money/decimal";
import type { LeftLately } from "@/lib/sends/judge-cap";
import type { SendPurpose } from "@/lib/sends/send";

/** Of `leftLatelySql`, as the database answers it. */
export type LeftRow = { readonly isGas: boolean; readonly currencyCode: string; readonly amount: string };

/**
 * What transactions with a version that was signed within the last hour carry, by coin, as JSON. It is read from signed versions, what was
 * ordered, and what expired transactions carried, of which the database lets nobody change or delete anything: a send that was signed, called dead
 * and signed again counts twice.
 * @param except a transaction that is judged by its own sends; null: none
 */
export function leftLatelySql(networkCode: string, counted: readonly SendPurpose[], except: string | null): Prisma.Sql {
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

export function toLeftLately(rows: readonly LeftRow[]): LeftLately[] {
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}
