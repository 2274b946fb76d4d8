import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { migrateDatabase } from "@/scripts/lib/migrations.mjs";
import { createPassword, startPostgres, stopPostgres } from "@/scripts/lib/postgres.mjs";
import { listTree } from "@/scripts/lib/process-tree.mjs";
import { isAlive, waitForEnd } from "@/scripts/lib/processes.mjs";

/** What is committed survives the server's sudden end; that of the machine is not tested. */
const SETTINGS = { fsync: "off", full_page_writes: "off", shared_buffers: "32MB", max_wal_size: "64MB" };
const END_MS = 30_000;

/** A migrated PostgreSQL server of a test's own, which may break. */
export type OwnPostgres = {
  readonly url: string;
  /** Its processes stand still, as those of a machine that hangs: connections stay open. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it at once, in the middle of its transactions: PostgreSQL's immediate shutdown. */
  readonly crash: () => Promise<void>;
  /** Starts it again, where it was reached before. */
  readonly restart: () => Promise<void>;
  readonly asSuperuser: (work: (client: pg.Client) => Promise<unknown>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts one with its data in `folder`; without it in a folder that the test run removes. */
export async function startOwnPostgres(
  folder = mkdtempSync(join(inject("runFolder"), "own-postgres-")),
): Promise<OwnPostgres> {
  const dataDir = join(folder, "data");
  const options = { dataDir, password: createPassword(), logFile: `${dataDir}.log`, settings: SETTINGS };
  let server = await startPostgres(options);
  const { url, port } = server;
  const signal = (name: NodeJS.Signals) => {
    for (const pid of listTree(server.pid)) if (isAlive(pid)) process.kill(pid, name);
  };
  const killAtExit = () => void signal("SIGKILL");
  process.once("exit", killAtExit);
  await migrateDatabase(url);
  return {
    url,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async crash() {
      process.kill(server.pid, "SIGQUIT");
      if (!(await waitForEnd(server.pid, END_MS))) throw new Error("PostgreSQL did not end");
    },
    async restart() {
      server = await startPostgres({ ...options, port });
      if (server.port !== port) throw new Error("another process took the port of PostgreSQL");
    },
    async asSuperuser(work) {
      const client = new pg.Client({ connectionString: url.replace("//chaintill:", "//postgres:") });
      await client.connect();
      await work(client).finally(() => client.end());
    },
    async stop() {
      process.removeListener("exit", killAtExit);
      signal("SIGCONT");
      await stopPostgres(dataDir);
    },
  };
}
