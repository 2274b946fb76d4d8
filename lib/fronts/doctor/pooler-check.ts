import type pg from "pg";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText } from "@/lib/fronts/doctor/format-text";
import { connectionPool, sessionPool } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

/** What a connection leads to. */
export type Connection = {
  /** A pooler such as PgBouncer is in between. */
  readonly isPooled: boolean;
  readonly hasStatementLimit: boolean;
  /** The same for two connections to one database of one running server. */
  readonly place: string;
};

/**
 * Whether locks, notifications and the job queue have connections that keep their session. Finds
 * nothing without a pooler.
 */
export const poolerCheck: Check = {
  id: "pooler",
  group: "database",
  name: "Connection pooler",
  needsDatabase: true,
  run: async () => {
    const main = await describeConnection(connectionPool());
    if (env().DATABASE_DIRECT_URL === undefined) return checkPooler(main, null);
    try {
      return checkPooler(main, await describeConnection(sessionPool()));
    } catch (error) {
      const summary = `DATABASE_DIRECT_URL does not lead to the database: ${causeText(error)}.`;
      return [errorFinding(poolerCheck, summary, "Correct it: workers and payment pages need it.")];
    }
  },
};

/** @param direct what DATABASE_DIRECT_URL leads to; null if it is not set. Pure */
export function checkPooler(main: Connection, direct: Connection | null): Finding[] {
  if (direct === null) {
    if (!main.isPooled) return [];
    const summary = "DATABASE_URL leads through a connection pooler.";
    const remedy = "Set DATABASE_DIRECT_URL to the server itself, unless the pooler gives each client its own session.";
    return [warningFinding(poolerCheck, summary, remedy)];
  }
  if (direct.isPooled) {
    const summary = "DATABASE_DIRECT_URL leads through a connection pooler: locks and notifications fail.";
    return [
      errorFinding(poolerCheck, summary, "Set it to the server itself, or to a proxy that passes connections on."),
    ];
  }
  if (direct.place !== main.place) {
    const summary = "DATABASE_URL and DATABASE_DIRECT_URL lead to different servers or databases.";
    return [errorFinding(poolerCheck, summary, "Set both to the same database, on the primary server.")];
  }
  if (!main.hasStatementLimit) {
    const summary = "The pooler drops the time limit of statements.";
    const remedy = "Set statement_timeout with PgBouncer's connect_query (deploy/ha/pgbouncer.ini).";
    return [warningFinding(poolerCheck, summary, remedy)];
  }
  return [okFinding(poolerCheck, "Sessions have direct connections.")];
}

async function describeConnection(pool: pg.Pool): Promise<Connection> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number; hasStatementLimit: boolean; place: string }>(`
      SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') <> '0' AS "hasStatementLimit",
        current_database() || ' since ' || extract(epoch FROM pg_postmaster_start_time()) AS place`);
    const [row] = rows;
    if (row === undefined) throw new Error("the database returned no rows");
    // A pooler tells its clients a process of its own invention.
    return { ...row, isPooled: Reflect.get(client, "processID") !== row.pid };
  } finally {
    client.release();
  }
}
