import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createTestDatabase } from "@/lib/testing/database";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { type BackupRig, contentOf, openBackupRig, queryOn } from "@/scripts/lib/backup/testing/backup-rig";
import { runRestore, startRestore } from "@/scripts/lib/backup/testing/restore-process";

const LIMIT_MS = 60_000;
const TABLES = "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = 'public'";
const LOADING =
  "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY public.%'";

const ANALYZING =
  "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND query = 'ANALYZE'";
const OTHERS =
  "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
const CONTENT = ["merchants", "invoices", "deposits", "journal_entries", "postings"];

let rig: BackupRig;
let args: string[];

beforeAll(async () => {
  rig = await openBackupRig();
  await openGateway(3_000);
  const invoice = await newInvoice(await newMerchant(), {});
  await pay(invoice, { amount: "10" });
  await settleInvoice(invoice.id);
  writeFileSync(rig.pathOf("worker.env"), "A=1\n");
  await rig.backUp("whole", [rig.pathOf("worker.env")]);
  writeFileSync(rig.pathOf("key.txt"), rig.identity);
  args = [rig.pathOf("whole"), "--identity", rig.pathOf("key.txt"), "--any-writer"];
});
afterAll(closeDatabase);

/**
 * Runs the command, kills it as soon as the query counts something, and waits until the server has
 * noticed.
 */
async function killWhen(url: string, query: string): Promise<void> {
  const child = startRestore(url, args);
  const ended = once(child, "exit");
  await vi.waitFor(
    async () => {
      const [found] = await queryOn<{ count: number }>(url, query);
      if (child.exitCode === null && !found?.count) throw new Error("not yet");
    },
    { timeout: LIMIT_MS, interval: 2 },
  );
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  await vi.waitFor(async () => expect(await queryOn(url, OTHERS)).toEqual([]), LIMIT_MS);
}

async function countMerchants(url: string): Promise<number> {
  const [found] = await queryOn<{ name: string | null }>(url, "SELECT to_regclass('public.merchants')::text AS name");
  if (found?.name == null) return 0;
  const [merchants] = await queryOn<{ count: number }>(url, "SELECT count(*)::int AS count FROM merchants");
  return merchants?.count ?? 0;
}

test.each([
  ["while it builds the schema", TABLES, 0],
  ["after the last migration", `${TABLES} AND tablename = 'restores'`, 0],
  ["while it loads rows", LOADING, 0],
  ["after its commit", ANALYZING, 1],
])("a restore that is killed %s leaves all rows or none, and the same command ends it", async (when, query, left) => {
  const { url } = await createTestDatabase("template0");
  await killWhen(url, query);
  expect(await countMerchants(url)).toBe(left);
  const folder = rig.pathOf(`settings ${when}`);
  expect(await runRestore(url, [...args, "--settings-to", folder])).toMatchObject({ code: 0 });
  const [before, after] = [await contentOf(env().DATABASE_URL), await contentOf(url)];
  for (const table of CONTENT) expect([table, after.get(table)]).toEqual([table, before.get(table)]);
  const marks = `SELECT (SELECT count(*)::int FROM restores) AS restores, (SELECT count(*)::int FROM addresses WHERE assigned_at IS NULL) AS free,
    to_regnamespace('restore_in_progress') AS unfinished`;
  expect(await queryOn(url, marks)).toEqual([{ restores: 1, free: 0, unfinished: null }]);
  expect(readFileSync(join(folder, "worker.env"), "utf8")).toBe("A=1\n");
});

test("a finished restore is not repeated once a worker has used it, and not by another archive", async () => {
  const { url } = await createTestDatabase("template0");
  expect(await runRestore(url, args)).toMatchObject({ code: 0 });
  await rig.backUp("later");
  const [, ...flags] = args;
  const refused = { code: 1, output: expect.stringContaining("has tables already") };
  expect(await runRestore(url, [rig.pathOf("later"), ...flags])).toMatchObject(refused);
  await queryOn(url, "UPDATE restores SET addresses_withheld_at = now()");
  const folder = rig.pathOf("not written");
  expect(await runRestore(url, [...args, "--settings-to", folder])).toMatchObject(refused);
  expect(existsSync(folder)).toBe(false);
});

test("a database that came into use after a killed restore is refused and stays as it is", async () => {
  const { url } = await createTestDatabase();
  await queryOn(url, "CREATE SCHEMA restore_in_progress");
  await queryOn(
    url,
    "INSERT INTO users (id, email, name, password_hash) VALUES (gen_random_uuid(), 'a@b.test', 'A', 'x')",
  );
  const options = { url, path: rig.pathOf("whole"), identity: rig.identity, signers: null };
  await expect(restoreBackup(options)).rejects.toThrow("is in use");
  expect(await queryOn(url, "SELECT email FROM users")).toEqual([{ email: "a@b.test" }]);
});

test("two restores into one database at once end with one of them, whole", async () => {
  const { url } = await createTestDatabase("template0");
  const options = { url, path: rig.pathOf("whole"), identity: rig.identity, signers: null };
  const results = await Promise.allSettled([restoreBackup(options), restoreBackup(options)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const content = await contentOf(url);
  expect(content.get("postings")).toEqual((await contentOf(env().DATABASE_URL)).get("postings"));
});
