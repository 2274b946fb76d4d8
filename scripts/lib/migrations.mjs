/**
 * Migrates a database to the current schema, and generates the SQL between two states of the
 * schema.
 */
import { grantRoles } from "./database-roles.mjs";
import { NO_FILTERS, withSchemaEngine } from "./schema-engine.mjs";
import { migrationsList, readSchema } from "./schema-files.mjs";
import { sealApiKeys } from "./seal-api-keys.mjs";

/** An arbitrary fixed number: concurrent starts on one database migrate one after the other. */
export const MIGRATION_LOCK = 7_411_923_001n;

/** @param names only these; null: all */
async function applySchemaMigrations(url, names) {
  return withSchemaEngine(url, readSchema(), async (engine) => {
    const { migrationDirectories, ...list } = migrationsList();
    const wanted = migrationDirectories.filter(({ path }) => names === null || names.includes(path));
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: { ...list, migrationDirectories: wanted },
      filters: NO_FILTERS,
    });
    return appliedMigrationNames;
  });
}

async function applyQueueMigrations(url) {
  const { runMigrations } = await import("graphile-worker");
  await runMigrations({
    connectionString: url,
    schema: "graphile_worker",
    noPreparedStatements: true,
    logger: await silentLogger(),
  });
}

async function silentLogger() {
  const { Logger } = await import("graphile-worker");
  return new Logger(() => () => {});
}

/**
 * Applies missing migrations, including those of the job queue's tables, under a lock, so that
 * parallel calls are safe; does what a migration leaves to a process that has `secretKey`, and
 * gives the users of web and worker their rights. Returns the names of the migrations applied now,
 * and what remains for a person to do.
 * @throws Error when `secretKey` is needed and missing or wrong; the next call continues from there
 */
export async function migrateDatabase(url, secretKey, roles) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await applyQueueMigrations(url);
    const applied = await applySchemaMigrations(url, null);
    await sealApiKeys(client, secretKey);
    return { applied, notes: await grantRoles(client, roles) };
  } finally {
    await client.end();
  }
}

/**
 * Builds the tables of an empty database as these migrations, and the job queue's own, leave them.
 */
export async function buildSchema(url, names) {
  await applyQueueMigrations(url);
  await applySchemaMigrations(url, names);
}

/**
 * Returns the SQL that turns the schema `from` (files; none: an empty database) into `to`. The
 * database of `url` is only queried for its version: the engine needs a connection even to compare
 * two texts.
 */
export async function diffSchemas(url, from, to) {
  const target = (files) => (files.length > 0 ? { tag: "schemaDatamodel", files } : { tag: "empty" });
  return withSchemaEngine(url, to, async (engine) => {
    const result = await engine.diff({
      from: target(from),
      to: target(to),
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    return result.stdout ?? "";
  });
}
