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
