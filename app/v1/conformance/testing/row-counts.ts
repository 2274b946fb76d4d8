import { connectionPool } from "@/lib/kernel/db";

/** A computed fee is cached for a minute, whether or not the request succeeds. */
const CACHES = ["payout_fee_quotes", "_prisma_migrations"];

let statement: string | undefined;

/**
 * Returns the number of rows of each table of the gateway, which a refused request must not change.
 */
export async function rowCounts(): Promise<Readonly<Record<string, string>>> {
  statement ??= await countingStatement();
  const { rows } = await connectionPool().query<{ name: string; count: string }>(statement);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function countingStatement(): Promise<string> {
  const { rows } = await connectionPool().query<{ schemaname: string; tablename: string }>(
    `SELECT schemaname, tablename FROM pg_tables
     WHERE schemaname IN ('public', 'graphile_worker') AND tablename <> ALL($1) ORDER BY 1, 2`,
    [CACHES],
  );
  const counts = rows.map(
    ({ schemaname, tablename }) =>
      `SELECT '${tablename}' AS name, count(*)::text AS count FROM "${schemaname}"."${tablename}"`,
  );
  return counts.join(" UNION ALL ");
}
