import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";

export type HotWalletRow = {
  readonly networkCode: string;
  readonly currencyCode: string;
  readonly address: string;
  readonly hot: Prisma.Decimal;
  readonly inFlight: Prisma.Decimal;
  readonly onDeposits: Prisma.Decimal;
  readonly cold: Prisma.Decimal;
  readonly waitingCount: number;
  readonly waitingAmount: Prisma.Decimal;
};

/** Custody by network and coin on networks with a hot wallet, and what waits to leave it. */
export function selectHotWallets(): Promise<HotWalletRow[]> {
  return database().$queryRaw<HotWalletRow[]>`
    WITH custody AS (
      SELECT a.owner_id AS network, a.currency_code AS currency, a.kind, sum(b.balance) AS balance
      FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class = 'custody' GROUP BY 1, 2, 3),
    places AS (
      SELECT network, currency,
        coalesce(sum(balance) FILTER (WHERE kind = 'hot'), 0) AS hot,
        coalesce(sum(balance) FILTER (WHERE kind = 'in-flight'), 0) AS in_flight,
        coalesce(sum(balance) FILTER (WHERE kind = 'deposits'), 0) AS on_deposits,
        coalesce(sum(balance) FILTER (WHERE kind = 'cold'), 0) AS cold
      FROM custody GROUP BY 1, 2),
    waiting AS (
      SELECT network_code AS network, currency_code AS currency, count(*) AS count, sum(amount) AS amount
      FROM sends WHERE status = 'queued' AND from_address IS NULL GROUP BY 1, 2)
    SELECT coalesce(p.network, w.network) AS "networkCode", coalesce(p.currency, w.currency) AS "currencyCode", h.address,
      coalesce(p.hot, 0) AS hot, coalesce(p.in_flight, 0) AS "inFlight", coalesce(p.on_deposits, 0) AS "onDeposits",
      coalesce(p.cold, 0) AS cold, coalesce(w.count, 0)::int AS "waitingCount", coalesce(w.amount, 0) AS "waitingAmount"
    FROM places p FULL JOIN waiting w ON w.network = p.network AND w.currency = p.currency
      JOIN networks n ON n.code = coalesce(p.network, w.network)
      JOIN hot_wallets h ON h.family = n.family AND h.derivation_index = 0
    ORDER BY n.sort_order, n.code, 2`;
}
