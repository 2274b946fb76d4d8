/** Starts one PostgreSQL for a test run and migrates the template that every test file's own database is copied from. */
import pg from "pg";
import { migrateDatabase } from "../lib/migrations.mjs";
import { startScratchPostgres } from "../lib/scratch-postgres.mjs";

const TEMPLATE = "chaintill_template";

/** Called by vitest once a run; the answer is called at its end. */
export default async function setup(project) {
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
  project.provide("runFolder", server.folder);
  project.provide("databaseServer", { url: server.url, template: TEMPLATE });
  return server.stop;
}
