/**
 * Starts one PostgreSQL for a test run and migrates the template that every test file's own
 * database is copied from.
 */
import pg from "pg";
import { migrateDatabase } from "../lib/migrations.mjs";
import { startScratchPostgres } from "../lib/scratch-postgres.mjs";

const TEMPLATE = "chaintill_template";

/**
 * Each project of a run loads this file separately, in one process: the server is stored where all
 * of them find it.
 */
const SHARED = Symbol.for("chaintill.test-database-server");

async function startServer() {
  const server = await startScratchPostgres();
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${TEMPLATE}`);
    await client.end();
    await migrateDatabase(server.url.replace(/[^/]+$/, TEMPLATE));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Called by vitest once per project, and the returned function at the run's end; the last project
 * to end stops the server.
 */
export default async function setup(project) {
  globalThis[SHARED] ??= { starting: startServer(), users: 0 };
  const shared = globalThis[SHARED];
  shared.users += 1;
  const server = await shared.starting;
  project.provide("runFolder", server.folder);
  project.provide("databaseServer", { url: server.url, template: TEMPLATE });
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await server.stop();
  };
}
