import { connectionPool } from "@/lib/kernel/db";

/** What the database server says about itself and about the user of this process. */
export type ServerFacts = {
  /** 180004 for 18.4. */
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  /** It follows another server and cannot be written. */
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly isolation: string;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly archiveMode: string;
  /** Connections that ordinary users can have. */
  readonly connectionsMax: number;
  /** The server runs on this machine. */
  readonly isLocal: boolean;
  readonly isEncrypted: boolean;
  readonly user: string;
  /** The user is a superuser, or a member of the owner of the database or of its tables. */
  readonly isOwner: boolean;
  readonly isMigrated: boolean;
  /** The user may read the list of migrations. */
  readonly mayRead: boolean;
  /** The user may write what only workers write. */
  readonly mayWriteChains: boolean;
};

/** Works on an empty database, with the rights of any user. */
export async function readServerFacts(): Promise<ServerFacts> {
  const { rows } = await connectionPool().query<ServerFacts>(`
    SELECT current_setting('server_version_num')::int AS "versionNumber", current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS "isStandby",
      current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
      current_setting('default_transaction_isolation') AS isolation, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
      current_setting('archive_mode') AS "archiveMode",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS "connectionsMax",
      coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS "isLocal",
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
      current_user AS "user",
      (SELECT pg_has_role(current_user, datdba, 'MEMBER') FROM pg_database WHERE datname = current_database())
        OR coalesce((SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = to_regclass('sends')), false)
        AS "isOwner",
      to_regclass('_prisma_migrations') IS NOT NULL AS "isMigrated",
      coalesce(has_table_privilege(to_regclass('_prisma_migrations'), 'SELECT'), false) AS "mayRead",
      coalesce(has_table_privilege(to_regclass('chain_cursors'), 'UPDATE'), false) AS "mayWriteChains"`);
  const [row] = rows;
  if (row === undefined) throw new Error("the database returned no rows");
  return row;
}
