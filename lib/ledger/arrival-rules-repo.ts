import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Rules about what chains take from whoever receives. */
export const ARRIVAL_RULES: readonly AuditRule[] = [
  {
    title: "What arrivals cost at deposit addresses and in hot wallets stands in the books as their rows say",
    scope: Prisma.sql`SELECT count(*) AS count FROM arrival_costs`,
    violations: Prisma.sql`
      WITH expected AS (
        SELECT c.network_code AS network, CASE WHEN x.owner_kind = 'hot' THEN 'hot' ELSE 'deposits' END AS place, sum(c.amount) AS total
        FROM arrival_costs c JOIN addresses x ON x.id = c.address_id GROUP BY 1, 2),
      booked AS (
        SELECT a.owner_id AS network, a.kind AS place, -sum(p.amount) AS total
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('arrival.cost', 'arrival.return') AND a.class = 'custody' GROUP BY 1, 2)
      SELECT coalesce(e.network, b.network) || ' ' || coalesce(e.place, b.place) || ': ' || coalesce(b.total, 0) || ' in the books, rows of '
        || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN booked b ON b.network = e.network AND b.place = e.place WHERE coalesce(e.total, 0) <> coalesce(b.total, 0)`,
  },
];
