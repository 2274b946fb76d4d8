import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Rules about what is taken and not gone yet, whoever ordered it. */
export const RESERVED_RULES: readonly AuditRule[] = [
  {
    title: "Reserved funds are what payouts, refunds and withdrawals that are not final have taken",
    scope: Prisma.sql`
      SELECT (SELECT count(*) FROM payouts) + (SELECT count(*) FROM refunds) + (SELECT count(*) FROM withdrawals) AS count`,
    // The surplus on its way to a cold address belongs to nobody else: nothing is reserved for it.
    violations: Prisma.sql`
      WITH taken AS (
        SELECT merchant_id::text AS owner, payer_code AS currency, sent_amount + commission AS amount
        FROM payouts WHERE status IN ('process', 'check')
        UNION ALL
        SELECT coalesce(merchant_id::text, ''), currency_code, sent_amount + commission
        FROM refunds WHERE status IN ('process', 'check')
        UNION ALL
        SELECT '', currency_code, amount FROM withdrawals WHERE status IN ('process', 'check') AND kind <> 'cold'),
      expected AS (SELECT owner, currency, sum(amount) AS total FROM taken GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS owner, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'reserved' GROUP BY 1, 2)
      SELECT 'owner ' || coalesce(e.owner, k.owner) || ' ' || coalesce(e.currency, k.currency) || ': reserved ' || coalesce(k.total, 0)
        || ', taken ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.owner = e.owner AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
];
