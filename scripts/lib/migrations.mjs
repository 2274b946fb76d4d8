/**
 * Migrates a database to the current schema, and generates the SQL between two states of the
 * schema.
 */
import { grantRoles } from "./database-roles.mjs";
import { compareMigrations, isContract } from "./phases.mjs";
import { describeProcesses, listRunning, START_LOCK } from "./running-processes.mjs";
import { NO_FILTERS, withSchemaEngine } from "./schema-engine.mjs";
import { migrationsList, readMigrations, readSchema } from "./schema-files.mjs";
import { sealApiKeys } from "./seal-api-keys.mjs";

/** An arbitrary fixed number: concurrent starts on one database migrate one after the other. */
export const MIGRATION_LOCK = 7_411_923_001n;

/** Applies what is missing of the migrations for which `isWanted(name)`, in their order. */
async function applySchemaMigrations(url, isWanted, folder) {
  return withSchemaEngine(url, readSchema(), async (engine) => {
    const { migrationDirectories, ...list } = migrationsList(folder);
    const wanted = migrationDirectories.filter(({ path }) => isWanted(path));
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
 *
 * `expand` takes nothing away that an earlier version needs, rights included. `contract` does, and
 * is refused while processes of another version than `version` run; `all` then leaves it to a later
 * call. With `isStopped` nobody is looked for. `folder` replaces prisma/migrations, for tests.
 * @throws Error when `secretKey` is needed and missing or wrong, or `contract` is refused; the next
 *   call continues from there
 */
export async function migrateDatabase(
  url,
  secretKey,
  roles,
  { phase = "all", version = null, isStopped = false, folder } = {},
) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const applied = [];
  let notes = [];
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (phase !== "contract") {
      await applyQueueMigrations(url);
      applied.push(...(await applySchemaMigrations(url, (name) => !isContract(name), folder)));
      await sealApiKeys(client, secretKey);
      if (phase === "expand") notes = await grantRoles(client, roles, { isAdditive: true });
    }
    if (phase !== "expand") {
      // No process starts from here on: whoever waits for this lock sees what was applied.
      await client.query("select pg_advisory_lock($1)", [START_LOCK]);
      const others = isStopped ? [] : (await listRunning(client)).filter((one) => one.version !== version);
      if (phase === "contract") await assertContractable(client, others, folder);
      if (others.length > 0) {
        notes = [...(await grantRoles(client, roles, { isAdditive: true })), waitingNote(others)];
      } else {
        applied.push(...(await applySchemaMigrations(url, isContract, folder)));
        notes = await grantRoles(client, roles);
      }
    }
    return { applied, notes };
  } finally {
    await client.end();
  }
}

function waitingNote(others) {
  return [
    "processes of other versions run; contract migrations and the removal of rights wait until they have stopped (npm run db:migrate again):",
    ...describeProcesses(others),
  ].join("\n  ");
}

/** @throws Error with the reason why contract migrations must not be applied now */
async function assertContractable(client, others, folder) {
  if (others.length > 0) throw new Error(`Refused: ${waitingNote(others)}`);
  const { missing } = await pendingMigrations(client, folder);
  if (missing.length > 0)
    throw new Error(`Refused: first run npm run db:migrate -- --phase expand (${missing[0]} is missing)`);
}

/**
 * Compares the database's migrations with those of this folder, as `compareMigrations` does.
 * `client` is connected as the owner.
 */
export async function pendingMigrations(client, folder) {
  const { rows } = await client.query("select to_regclass('_prisma_migrations') is not null as is_there");
  const applied = rows[0].is_there
    ? (
        await client.query(
          `select migration_name as name, finished_at is not null as "isFinished" from _prisma_migrations where rolled_back_at is null order by 1`,
        )
      ).rows
    : [];
  return compareMigrations(
    applied,
    readMigrations(folder).map(({ name }) => name),
  );
}

/**
 * Builds the tables of an empty database as these migrations, and the job queue's own, leave them.
 */
export async function buildSchema(url, names) {
  await applyQueueMigrations(url);
  await applySchemaMigrations(url, (name) => names.includes(name));
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
