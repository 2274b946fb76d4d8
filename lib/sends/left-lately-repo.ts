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
  return Prisma.sql`(SELECT coalesce(json_agg(json_build_object('isGas', is_gas, 'currencyCode', currency_code, 'amount', amount)), '[]')
    FROM (
      SELECT s.purpose = 'gas' AS is_gas, s.currency_code, sum(s.amount)::text AS amount
      FROM (SELECT DISTINCT outgoing_id FROM signed_transactions
          WHERE network_code = ${networkCode} AND signed_at > now() - interval '1 hour' AND alias_of IS NULL
            AND outgoing_id IS DISTINCT FROM ${except}::uuid) o
        CROSS JOIN LATERAL (SELECT id FROM sends WHERE outgoing_id = o.outgoing_id
          UNION SELECT send_id FROM expired_sends WHERE outgoing_id = o.outgoing_id) carried
        JOIN sends s ON s.id = carried.id
      WHERE s.purpose::text = ANY(${[...counted, "gas"]}::text[])
      GROUP BY 1, 2) AS sums)`;
}

export function toLeftLately(rows: readonly LeftRow[]): LeftLately[] {
  return rows.map((row) => ({ ...row, amount: decimal(row.amount) }));
}
