/**
 * The database users of the two processes. The migration user owns the tables; web and workers own
 * nothing, so that they can neither drop triggers nor alter tables, and the web process writes only
 * what `web-grants.mjs` permits.
 */
import { WEB_GRANTS, WORKER_DELETES } from "./web-grants.mjs";

/** Users belong to a whole server: a second installation on the same one needs other names. */
export const PROCESS_ROLES = { web: "chaintill_web", worker: "chaintill_worker" };

/**
 * The job queue's own tables reject everybody but their owner, whatever was granted, until a policy
 * permits it.
 */
const QUEUE_POLICY = "chaintill_granted";
/** Tables of the migrations themselves: the doctor reads them. */
const READ_BY_ALL = ["_prisma_migrations"];

async function existingRoles(client, { web, worker }) {
  const { rows } = await client.query("select rolname from pg_roles where rolname = any($1)", [[web, worker]]);
  return new Set(rows.map(({ rolname }) => rolname));
}

/**
 * Gives the users of web and worker exactly their rights, in one transaction: revokes any previous
 * right that is not listed, unless `isAdditive`, because a version that still runs may need it.
 * `client` is connected as the owner of the tables.
 * @returns {Promise<string[]>} what remains for a person to do, as sentences; none: both users
 *   exist
 * @throws Error when the list names something that the database does not have
 */
export async function grantRoles(client, names = PROCESS_ROLES, { isAdditive = false } = {}) {
  const known = await existingRoles(client, names);
  const missing = Object.values(names).filter((name) => !known.has(name));
  if (missing.length > 0) {
    return [
      `${missing.join(" and ")} missing: web and worker share one database user (docs/operations.md, "Database users")`,
    ];
  }
  await client.query("begin");
  try {
    for (const statement of await grantStatements(client, names, isAdditive)) await client.query(statement);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return await restOf(client, names);
}

async function grantStatements(client, names, isAdditive) {
  const [web, worker] = [names.web, names.worker].map((name) => client.escapeIdentifier(name));
  const both = `${web}, ${worker}`;
  const { rows } = await client.query("select current_database() as name");
  const database = client.escapeIdentifier(rows[0].name);
  return [
    // A temporary table has triggers of its creator, and what a trigger writes is trusted with
    // balances.
    `revoke temporary, create on database ${database} from public, ${both}`,
    `grant connect on database ${database} to ${both}`,
    "revoke create on schema public from public",
    ...(isAdditive
      ? []
      : ["tables", "sequences"].map((kind) => `revoke all on all ${kind} in schema public from ${both}`)),
    `grant usage on schema public, graphile_worker to ${both}`,
    `grant usage on all sequences in schema public, graphile_worker to ${both}`,
    `grant select on ${READ_BY_ALL.join(", ")} to ${both}`,
    ...Object.entries(WEB_GRANTS).map(
      ([table, rights]) => `grant ${rights.replace("lock (", "update (")} on ${table} to ${web}`,
    ),
    `grant select, insert, update on ${(await ownTables(client)).join(", ")} to ${worker}`,
    `grant delete on ${WORKER_DELETES.join(", ")} to ${worker}`,
    ...(await queueStatements(client, both)),
  ];
}

async function ownTables(client) {
  const { rows } = await client.query(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all($1)",
    [READ_BY_ALL],
  );
  return rows.map(({ name }) => name);
}

async function queueStatements(client, both) {
  const { rows } = await client.query(`
    select quote_ident(t.tablename) as name, p.policyname is not null as is_open
    from pg_tables t left join pg_policies p
      on p.schemaname = t.schemaname and p.tablename = t.tablename and p.policyname = '${QUEUE_POLICY}'
    where t.schemaname = 'graphile_worker' and t.rowsecurity`);
  return [
    `grant select, insert, update, delete on all tables in schema graphile_worker to ${both}`,
    ...rows
      .filter(({ is_open }) => !is_open)
      .map(({ name }) => `create policy ${QUEUE_POLICY} on graphile_worker.${name} using (true) with check (true)`),
  ];
}

async function restOf(client, { web }) {
  const { rows } = await client.query(
    "select has_database_privilege($1, current_database(), 'temporary') as may_make_tables",
    [web],
  );
  return rows[0].may_make_tables
    ? ["the owner of the database has to say: revoke temporary, create on database ... from public"]
    : [];
}
