import { connectionPool, database } from "@/lib/kernel/db";

/** Runs a minimal query on a pooled connection; returns the server's version and time. */
export async function pingDatabase(): Promise<{ version: string; now: Date }> {
  const { rows } = await connectionPool().query<{ version: string; now: Date }>(
    "SELECT current_setting('server_version') AS version, clock_timestamp() AS now",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no rows");
  return row;
}

export type DatabaseRoom = {
  readonly bytes: bigint;
  readonly connections: number;
  readonly connectionsMax: number;
  /** Null if our role may not read it. */
  readonly dataDirectory: string | null;
  /** The server runs on this machine. */
  readonly isLocal: boolean;
};

export async function readDatabaseRoom(): Promise<DatabaseRoom> {
  const [row] = await database().$queryRaw<DatabaseRoom[]>`
    SELECT pg_database_size(current_database()) AS bytes,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      current_setting('max_connections')::int AS "connectionsMax",
      (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS "dataDirectory",
      coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS "isLocal"`;
  if (row === undefined) throw new Error("the database returned no rows");
  return row;
}

/** Returns the time of each network's newest block, as reported by its nodes. */
export function readHeadTimes(): Promise<{ networkCode: string; headTime: Date }[]> {
  return database().chainCursor.findMany({ select: { networkCode: true, headTime: true } });
}

/** Whether this process's database user can alter the tables, and so drop their guards. */
export async function ownsTables(): Promise<boolean> {
  const [row] = await database().$queryRaw<{ isOwner: boolean }[]>`
    SELECT pg_has_role(current_user, relowner, 'MEMBER') AS "isOwner" FROM pg_class WHERE oid = 'sends'::regclass`;
  return row?.isOwner === true;
}

/** A transaction that keeps postings out of the sums of statements. */
export type SumsHolder = {
  /** Of a session; null for a prepared transaction. */
  readonly pid: number | null;
  /** Of a prepared transaction. */
  readonly gid: string | null;
  readonly database: string | null;
  /** Null if our role may not read it. */
  readonly since: Date | null;
};

export type SumsState = {
  /**
   * When the newest posting that waits to be summed was entered; null if none waits for a
   * transaction.
   */
  readonly waitsSince: Date | null;
  /** Null if our role cannot see it. */
  readonly holder: SumsHolder | null;
};

/**
 * Returns what keeps postings out of the sums of statements: the condition is that of their worker.
 */
export async function readSumsState(): Promise<SumsState> {
  const [row] = await database().$queryRaw<(SumsHolder & { waitsSince: Date })[]>`
    WITH running AS (SELECT pg_current_snapshot() AS snapshot),
    waiting AS (
      SELECT seen_posting, pg_snapshot_xmin(snapshot)::xid AS oldest FROM statement_state, running
      WHERE summed_to < seen_posting AND pg_snapshot_xmin(snapshot)::text::bigint < seen_transaction
        AND pg_snapshot_xmax(snapshot)::text::bigint > seen_transaction),
    holders AS (
      SELECT pid, NULL AS gid, datname::text AS database, xact_start AS since, backend_xid AS xid FROM pg_stat_activity
      UNION ALL SELECT NULL, gid, database::text, prepared, transaction FROM pg_prepared_xacts)
    SELECT e.created_at AS "waitsSince", h.pid, h.gid, h.database, h.since
    FROM waiting w
      CROSS JOIN LATERAL (SELECT entry_id FROM postings WHERE id <= w.seen_posting ORDER BY id DESC LIMIT 1) p
      JOIN journal_entries e ON e.id = p.entry_id LEFT JOIN holders h ON h.xid = w.oldest`;
  if (row === undefined) return { waitsSince: null, holder: null };
  const { waitsSince, ...holder } = row;
  return { waitsSince, holder: holder.database === null ? null : holder };
}
