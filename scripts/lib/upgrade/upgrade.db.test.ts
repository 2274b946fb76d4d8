import { tmpdir } from "node:os";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { env } from "@/lib/kernel/env";
import { checkBackup, checkFolder, checkSchema, hasFreshBackup } from "@/scripts/lib/upgrade/check-before.mjs";
import { goBack } from "@/scripts/lib/upgrade/go-back.mjs";
import { replaceProcesses } from "@/scripts/lib/upgrade/replace-processes.mjs";

const [EARLIER, VERSION] = ["1.0.0+11111111", "1.1.0+22222222"];
let client: pg.Client;
let said: string[];

beforeAll(async () => {
  client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());
afterEach(() => void vi.unstubAllEnvs());
beforeEach(async () => {
  said = [];
  await client.query("DELETE FROM running_processes");
  await client.query("DELETE FROM worker_heartbeats");
});

const runs = (kind: string, version: string) =>
  client.query(
    `INSERT INTO running_processes (id, kind, version, host, pid, started_at, last_seen_at)
     VALUES (gen_random_uuid(), $1, $2, 'one.example', 7, now(), now())`,
    [kind, version],
  );
const replace = (command: string | undefined, waitS = 60) =>
  replaceProcesses(client, {
    kind: "web",
    version: VERSION,
    waitS,
    say: (text) => said.push(text),
    ...(command === undefined ? {} : { command }),
  });
/** A restart as an operator's command does it: this version takes the place of the earlier. */
const restart = () => `${process.execPath} -e "
  import('pg').then(async ({ default: pg }) => {
    const client = new pg.Client({ connectionString: '${env().DATABASE_URL}' });
    await client.connect();
    await client.query('UPDATE running_processes SET version = \\$1 WHERE kind = \\$2', ['${VERSION}', 'web']);
    await client.end();
  })"`;

describe("the rolling restart", () => {
  test("runs the command and ends when only this version runs; processes of the other kind do not count", async () => {
    await runs("web", EARLIER);
    await runs("worker", EARLIER);
    await replace(restart());
    expect(said.at(-1)).toBe(`web: 1 of ${VERSION} run`);
  });

  test("runs nothing when only this version runs, so that a repeated upgrade restarts nobody", async () => {
    await runs("web", VERSION);
    await replace("false");
    expect(said).toEqual([`web: ${VERSION} runs already`]);
  });

  test("fails and names who still runs another version", async () => {
    await runs("web", VERSION);
    await runs("web", EARLIER);
    await expect(replace("true", 0)).rejects.toThrow(`web ${EARLIER} on one.example, process 7`);
    await expect(replace(undefined, 0)).rejects.toThrow("was not replaced");
    expect(said.at(-1)).toMatch(/restart every web process/);
  });

  test("gives the command neither the owner's address of the database nor the secrets", async () => {
    for (const name of ["DATABASE_DIRECT_URL", "SECRET_KEY_FILE", "SECRET_KEY_PREVIOUS", "BACKUP_RECIPIENTS"])
      vi.stubEnv(name, "owner");
    const search = "env | grep -E '^(DATABASE_URL|DATABASE_DIRECT_URL|SECRET_KEY|BACKUP_)'";
    await expect(replace(`test -n "$PATH" && ! ${search} > /dev/null && exit 9`)).rejects.toThrow("failed (9)");
  });

  test("fails if the command does, and if nothing starts", async () => {
    await expect(replace("exit 3")).rejects.toThrow("The command failed (3): exit 3");
    await expect(replace("true", 0)).rejects.toThrow(`no web of ${VERSION} has started`);
  });
});

test("going back first gives the earlier version its rights again, and keeps those of the later", async () => {
  const mayRead = async (table: string) =>
    (await client.query(`SELECT has_table_privilege('chaintill_web', '${table}', 'SELECT') AS it`)).rows[0].it;
  await client.query("CREATE TABLE of_later (id int); GRANT SELECT ON of_later TO chaintill_web");
  await client.query("REVOKE ALL ON invoices FROM chaintill_web");
  const restarted: unknown[] = [];
  const restarts = async (kind: string) => {
    restarted.push([kind, await mayRead("invoices"), await mayRead("of_later")]);
  };
  await goBack(client, { restart: restarts, say: (text) => said.push(text) });
  expect(restarted).toEqual([
    ["web", true, true],
    ["worker", true, true],
  ]);
  await client.query("DROP TABLE of_later");
});

describe("the checks before an upgrade", () => {
  test("name an old Node.js and a missing build", () => {
    expect(checkFolder(null, "18.20.0")).toEqual([
      expect.stringMatching(/^Node.js 18.20.0 is too old: 20.19 or newer/),
      expect.stringMatching(/nothing is built here/),
    ]);
    expect(checkFolder(null, "20.19.1")).toHaveLength(1);
  });

  test("refuse a database that was contracted for a newer version, and going back to one that lacks a migration", async () => {
    expect(await checkSchema(client, true)).toEqual([]);
    const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
    await client.query("BEGIN");
    await client.query(
      `UPDATE _prisma_migrations SET migration_name = '29990101000000_contract_drop' WHERE migration_name = ${last}`,
    );
    expect(await checkSchema(client, false)).toEqual([expect.stringContaining("29990101000000_contract_drop")]);
    expect(await checkSchema(client, true)).toHaveLength(2);
    await client.query("ROLLBACK");
  });

  test("refuse an upgrade without a backup of the last hour or a folder and a key for one", async () => {
    expect(await hasFreshBackup(client)).toBe(false);
    expect(await checkBackup(client)).toEqual([expect.stringContaining("--backup-to FOLDER")]);
    expect(await checkBackup(client, "/nowhere", "age1x")).toEqual(["the folder /nowhere does not exist"]);
    expect(await checkBackup(client, tmpdir())).toEqual([expect.stringContaining("BACKUP_RECIPIENTS")]);
    expect(await checkBackup(client, tmpdir(), "age1x")).toEqual([]);
    await client.query("INSERT INTO backups (taken_at, method, label, bytes) VALUES (now(), 'archive', 'x', 1)");
    expect(await hasFreshBackup(client)).toBe(true);
  });
});
