import { database } from "@/lib/db";

export type HoldingRow = { readonly currency: string; readonly kind: string; readonly balance: string };

/** Balances of one owner in several kinds of accounts, in their normal directions. */
export function selectHoldings(ownerId: string, kinds: readonly string[]): Promise<HoldingRow[]> {
  return database().$queryRaw<HoldingRow[]>`
    SELECT a.currency_code AS currency, a.kind, coalesce(sum(b.balance), 0)::text AS balance
    FROM accounts a LEFT JOIN account_balances b ON b.account_id = a.id
    WHERE a.owner_id = ${ownerId} AND a.kind = ANY(${[...kinds]}::text[]) GROUP BY 1, 2 ORDER BY 1`;
}
