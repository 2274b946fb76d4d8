import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

export type Cover = { readonly currency: string; readonly held: Decimal; readonly owed: Decimal };

/** What is held on chains, and what is owed to merchants and users, in each currency of which something is either. */
export async function readCover(): Promise<Cover[]> {
  const rows = await database().$queryRaw<{ currency: string; held: Prisma.Decimal; owed: Prisma.Decimal }[]>`
    SELECT currency, held, owed FROM (
      SELECT a.currency_code AS currency, coalesce(sum(b.balance) FILTER (WHERE a.class = 'custody'), 0) AS held,
        coalesce(sum(b.balance) FILTER (WHERE a.class = 'liability'), 0) AS owed
      FROM accounts a JOIN account_balances b ON b.account_id = a.id GROUP BY 1) AS sums
    WHERE held <> 0 OR owed <> 0 ORDER BY 1`;
  return rows.map(({ currency, held, owed }) => ({ currency, held: decimal(held), owed: decimal(owed) }));
}

export type WaitingReversals = { readonly count: number; readonly oldestAt: Date | null };

/** Booked deposits that left their chain, and that nobody has agreed about yet. */
export async function readWaitingReversals(): Promise<WaitingReversals> {
  const [row] = await database().$queryRaw<WaitingReversals[]>`
    SELECT count(*)::int AS count, min(vanished_at) AS "oldestAt" FROM deposits
    WHERE status = 'vanished' AND booked_inclusion IS NOT NULL AND reversal_approved_at IS NULL`;
  return row ?? { count: 0, oldestAt: null };
}
