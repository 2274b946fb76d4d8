import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Families whose transactions spend coins, as the networks table names them. */
export const COIN_FAMILIES = Prisma.join(["btc", "ltc", "doge", "dash", "bch", "xmr"]);

/** Rules about the coins that transactions spend, where they do. */
export const COIN_RULES: readonly AuditRule[] = [
  {
    title: "A coin is spent by one transaction of its own network, and every transaction that spends coins has some",
    scope: Prisma.sql`SELECT count(*) AS count FROM coins`,
    violations: Prisma.sql`
      SELECT 'coin ' || c.transaction_id || ':' || c.index || ' on ' || c.network_code || ' is spent on ' || o.network_code AS violation
      FROM coins c JOIN outgoing_transactions o ON o.id = c.outgoing_id WHERE o.network_code <> c.network_code OR o.status IN ('failed', 'expired')
      UNION ALL
      SELECT 'transaction ' || o.id || ' spends no coin that is known' FROM outgoing_transactions o JOIN signed_transactions v ON v.outgoing_id = o.id
      WHERE v.spends LIKE '{"kind":"coins","coins":[{%' AND o.status IN ('signed', 'included', 'settled')
        AND NOT EXISTS (SELECT FROM coins c WHERE c.outgoing_id = o.id)`,
  },
];
