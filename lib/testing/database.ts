import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  /** Values that the global setup provides to the test files. */
  export interface ProvidedContext {
    databaseServer: { url: string; template: string };
    /** Deleted at the end of the run, however it ends: for files that tests leave behind. */
    runFolder: string;
  }
}

/** Another test file may be copying the same template. */
const COPY_ATTEMPTS = 600;
const COPY_PAUSE_MS = 50;
const OBJECT_IN_USE = "55006";
/**
 * Raised by a drop while an autovacuum worker, which may not be terminated, is running; with a
 * million rows it runs for long.
 */
const NOT_ALLOWED = "42501";

let current: Promise<() => Promise<void>> | undefined;

/**
 * Creates a separate database for this test file, fully migrated and empty, and points
 * `DATABASE_URL` at it. Runs before the file's imports (see database-setup.ts), so
 * `@/lib/kernel/db` may be imported as usual. A second call returns the first one's teardown.
 */
export function useTestDatabase(): Promise<() => Promise<void>> {
  current ??= createTestDatabase().then(({ url, drop }) => {
    // biome-ignore lint/style/noProcessEnv: the one setting that differs between test files, set before lib/kernel/env.ts reads it
    process.env["DATABASE_URL"] = url;
    return drop;
  });
  return current;
}

/** Creates another database on the same server; `template` "template0" gives one without tables. */
export async function createTestDatabase(template?: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject("databaseServer");
  const name = `test_${randomBytes(8).toString("hex")}`;
  // Takes a fifth of the time of PostgreSQL's default, which logs every page.
  await runOnServer(server.url, `create database ${name} template ${template ?? server.template} strategy file_copy`);
  return {
    url: server.url.replace(/[^/]+$/, name),
    drop: () => runOnServer(server.url, `drop database if exists ${name} with (force)`),
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const busy = error instanceof pg.DatabaseError && (error.code === OBJECT_IN_USE || error.code === NOT_ALLOWED);
      if (!busy || attempt === COPY_ATTEMPTS) throw error;
    } finally {
      await client.end();
    }
    await new Promise((resolve) => setTimeout(resolve, COPY_PAUSE_MS));
  }
}
