/** The tables and sequences that a backup holds. */

/** The job queue's own schema beside ours. */
const SCHEMAS = ["public", "graphile_worker"];
/** Written by the migrations themselves when the schema is built before a restore. */
const OF_MIGRATIONS = ["public._prisma_migrations", "graphile_worker.migrations"];

/**
 * Lists every table with rows of its own, as `{ name, sql, columns }`: `name` for people, `sql`
 * quoted for statements, and the quoted columns that are stored.
 */
export async function listTables(client) {
  const { rows } = await client.query(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS sql,
       array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND n.nspname = ANY($1) AND n.nspname || '.' || c.relname <> ALL($2)
     GROUP BY 1, 2 ORDER BY 1`,
    [SCHEMAS, OF_MIGRATIONS],
  );
  return rows;
}

/** Returns the last value of each sequence that has given one out, by its quoted name. */
export async function readSequences(client) {
  const { rows } = await client.query(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY($1) AND last_value IS NOT NULL ORDER BY 1`,
    [SCHEMAS],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Returns the names of the migrations that the database has, in order. */
export async function listApplied(client) {
  const { rows } = await client.query(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

/** Returns whether the database has no table of the gateway. */
export async function isEmptyDatabase(client) {
  const { rows } = await client.query("SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = ANY($1)", [
    SCHEMAS,
  ]);
  return rows[0].count === 0;
}
