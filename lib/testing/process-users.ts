import pg from "pg";
import { connectionPool } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { grantRoles, PROCESS_ROLES } from "@/scripts/lib/database-roles.mjs";

/**
 * Returns the URLs with which the web process and a worker connect to this test file's database,
 * whose owner is the test itself. Grants on the database itself are not copied with a template, so
 * they are granted again.
 */
export async function processUrls(): Promise<{ readonly web: string; readonly worker: string }> {
  const owner = await connectionPool().connect();
  try {
    await grantRoles(owner);
  } finally {
    owner.release();
  }
  const urlOf = (name: string) => env().DATABASE_URL.replace(/\/\/[^:]+:/, `//${name}:`);
  return { web: urlOf(PROCESS_ROLES.web), worker: urlOf(PROCESS_ROLES.worker) };
}

/** Result of a transaction: null when it was committed, otherwise the database's error message. */
export type RunRaw = (
  ...statements: readonly (readonly [sql: string, ...values: unknown[]])[]
) => Promise<string | null>;

/**
 * Opens a connection like that of an attacker who controls the process: any SQL, in one
 * transaction.
 */
export async function openRawConnection(
  url: string,
): Promise<{ readonly runRaw: RunRaw; readonly close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const runRaw: RunRaw = async (...statements) => {
    await client.query("BEGIN");
    try {
      for (const [sql, ...values] of statements) await client.query(sql, values);
      await client.query("COMMIT");
      return null;
    } catch (error) {
      await client.query("ROLLBACK");
      return error instanceof Error ? error.message : String(error);
    }
  };
  return { runRaw, close: () => client.end() };
}
