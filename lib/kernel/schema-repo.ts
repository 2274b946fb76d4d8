import { sqlState, type Tx } from "@/lib/kernel/db";
import type { AppliedMigration } from "@/scripts/lib/phases.mjs";

const UNDEFINED_TABLE = "42P01";

/**
 * Returns migrations that were started and not rolled back; none in a database without tables,
 * after which a transaction cannot go on.
 */
export async function readApplied(reader: Pick<Tx, "$queryRaw">): Promise<AppliedMigration[]> {
  try {
    return await reader.$queryRaw<AppliedMigration[]>`
      SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished"
      FROM _prisma_migrations WHERE rolled_back_at IS NULL`;
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
