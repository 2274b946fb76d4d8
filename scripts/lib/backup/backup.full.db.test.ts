import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity } from "age-encryption";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createTestDatabase } from "@/lib/testing/database";
import { readArchiveFile, writeArchiveFile } from "@/scripts/lib/backup/archive-file.mjs";
import { markDatabase } from "@/scripts/lib/backup/mark-restored.mjs";
import { archiveName, listAbandoned, listArchives } from "@/scripts/lib/backup/places.mjs";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { type BackupRig, contentOf, openBackupRig, queryOn } from "@/scripts/lib/backup/testing/backup-rig";
import { writeBackup } from "@/scripts/lib/backup/write-backup.mjs";

let rig: BackupRig;
let merchantId: string;

beforeAll(async () => {
  rig = await openBackupRig();
  await openGateway(200);
  merchantId = await newMerchant();
  await rig.backUp("whole");
});
afterAll(closeDatabase);

test("a backup taken while payments are settled is one state of the books", async () => {
  let isEnded = false;
  const payOnce = async () => {
    const invoice = await newInvoice(merchantId, {});
    await pay(invoice, { amount: "10" });
    await settleInvoice(invoice.id);
  };
  const pays = async () => {
    while (!isEnded) await payOnce();
  };
  await payOnce();
  const paying = Promise.all([pays(), pays()]);
  await rig.backUp("busy");
  isEnded = true;
  await paying;
  const { url } = await rig.restore("busy");
  const [sums] = await queryOn<{ entries: number }>(
    url,
    `SELECT (SELECT count(*)::int FROM journal_entries) AS entries,
       (SELECT count(*)::int FROM journal_entries e WHERE NOT EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id)) AS empty,
       (SELECT count(*)::int FROM (SELECT FROM postings GROUP BY entry_id, currency_code HAVING sum(amount) <> 0) u) AS unbalanced,
       (SELECT count(*)::int FROM (SELECT account_id, sum(amount) AS sum FROM postings GROUP BY 1) p
         FULL JOIN (SELECT account_id, sum(balance) AS sum FROM account_balances GROUP BY 1) b USING (account_id)
         WHERE abs(coalesce(p.sum, 0)) <> abs(coalesce(b.sum, 0))) AS wrong`,
  );
  expect(sums).toMatchObject({ empty: 0, unbalanced: 0, wrong: 0 });
  expect(sums?.entries).toBeGreaterThan(0);
});

test("settings files come back as they were", async () => {
  const file = join(rig.folder, "worker.env");
  writeFileSync(file, "SEED_KEY=abc\n");
  await rig.backUp("settings", [file]);
  const target = await createTestDatabase("template0");
  const files: [string, string][] = [];
  await restoreBackup({
    ...{ url: target.url, path: rig.pathOf("settings"), identity: rig.identity, signers: null },
    onSettings: ({ name, bytes }) => files.push([name, bytes.toString()]),
  });
  expect(files).toEqual([["worker.env", "SEED_KEY=abc\n"]]);
});

test.each([
  ["with another key", (bytes: Buffer) => bytes, true],
  [
    "with a changed byte",
    (bytes: Buffer) => Buffer.from(bytes.map((byte, place) => (place === bytes.length - 100 ? byte ^ 1 : byte))),
    false,
  ],
  ["without its end", (bytes: Buffer) => bytes.subarray(0, bytes.length - 70_000), false],
])(
  "an archive %s restores nothing, and the database stays empty for another attempt",
  async (_what, change, isOtherKey) => {
    const bytes = readFileSync(rig.pathOf("whole"));
    writeFileSync(rig.pathOf("changed"), change(bytes));
    const target = await createTestDatabase("template0");
    const options = { url: target.url, path: rig.pathOf("changed"), signers: null };
    const key = isOtherKey ? await generateIdentity() : rig.identity;
    await expect(restoreBackup({ ...options, identity: key })).rejects.toThrow();
    expect(
      await queryOn(target.url, "SELECT FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')"),
    ).toEqual([]);
    await restoreBackup({ url: target.url, path: rig.pathOf("whole"), identity: rig.identity, signers: null });
  },
);

test("a database restored in another way is marked as one from an archive, once for each state", async () => {
  const { url } = await rig.restore("whole");
  const state = `SELECT (SELECT count(*)::int FROM restores WHERE finished_at IS NULL) AS restores,
    (SELECT count(*)::int FROM send_stops WHERE kind = 'restore' AND reason LIKE '%2026-11-01 02:03 UTC%') AS stops,
    (SELECT count(*)::int FROM chain_cursors) AS networks`;
  const options = { url, takenAt: "2026-11-01T02:03:00.000Z", lostAddresses: 5 };
  const marks = await Promise.all([markDatabase(options), markDatabase(options)]);
  const each = { takenAt: options.takenAt, lost: 5, withheld: 0 };
  expect(marks.sort((one) => (one.isNew ? -1 : 1))).toEqual([
    { ...each, isNew: true },
    { ...each, isNew: false },
  ]);
  const [found] = await queryOn<{ restores: number; stops: number; networks: number }>(url, state);
  expect(found).toMatchObject({ restores: 2, stops: found?.networks });
  expect(found?.networks).toBeGreaterThan(0);

  // Long after, with sends resumed and new addresses, the same command must not stop them again.
  await queryOn(url, "DELETE FROM send_stops");
  expect(await markDatabase({ ...options, lostAddresses: null })).toEqual({ ...each, isNew: false });
  expect(await queryOn(url, "SELECT FROM send_stops")).toEqual([]);
});

test("a database whose state has no known time, or a time in the future, is not marked", async () => {
  const { url } = await rig.restore("whole");
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await expect(markDatabase({ url, takenAt: null })).rejects.toThrow("--taken-at");
  await expect(markDatabase({ url, takenAt: inAnHour })).rejects.toThrow("in the future");
  expect(await queryOn(url, "SELECT count(*)::int AS restores FROM restores")).toEqual([{ restores: 1 }]);
});

test("triggers and foreign keys are as before", async () => {
  const rules = `SELECT concat_ws(' ', c.relname, t.tgname, t.tgenabled) AS rule FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
    UNION SELECT concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid), convalidated) FROM pg_constraint WHERE contype = 'f' ORDER BY 1`;
  const { url } = await rig.restore("whole");
  expect(await queryOn(url, rules)).toEqual(await queryOn(env().DATABASE_URL, rules));
});

test.each([
  [
    "names a column that the table does not have",
    "tables",
    (about) => ({ ...about, tables: { ...about.tables, "public.currencies": ["code) FROM PROGRAM 'true' --"] } }),
    "has no column",
  ],
  [
    "is of a newer version",
    "migrations",
    (about) => ({ ...about, migrations: [...about.migrations, "29990101000000_add_future"] }),
    "was made by version",
  ],
  ["is of another form", "format", (about) => ({ ...about, format: "chaintill-backup/9" }), "has the form"],
] as const satisfies readonly (readonly [
  string,
  string,
  (about: { tables: object; migrations: string[] }) => object,
  string,
])[])("an archive that %s is refused", async (_what, _part, change, message) => {
  const path = rig.pathOf("hostile");
  const entries: { name: string; bytes: Buffer }[] = [];
  for await (const entry of readArchiveFile(rig.pathOf("whole"), rig.identity)) entries.push(entry);
  await writeArchiveFile(path, rig.recipients, async (add) => {
    for (const { name, bytes } of entries) {
      const text = name === "backup.json" ? JSON.stringify(change(JSON.parse(bytes.toString()))) : null;
      await add(name, text === null ? bytes : Buffer.from(text));
    }
  });
  const target = await createTestDatabase("template0");
  await expect(restoreBackup({ url: target.url, path, identity: rig.identity, signers: null })).rejects.toThrow(
    message,
  );
});

test("a database with tables is refused and stays as it is", async () => {
  const before = await contentOf(env().DATABASE_URL);
  const options = { url: env().DATABASE_URL, path: rig.pathOf("whole"), identity: rig.identity, signers: null };
  await expect(restoreBackup(options)).rejects.toThrow("has tables already");
  expect(await contentOf(env().DATABASE_URL)).toEqual(before);
});

test("a failed backup leaves no file", async () => {
  const url = env().DATABASE_URL.replace(/[^/]+$/, "no_such_database");
  await expect(writeBackup({ url, path: rig.pathOf("failed"), recipients: rig.recipients })).rejects.toThrow(
    "no_such_database",
  );
  await expect(rig.backUp("failed", [join(rig.folder, "no-such-file")])).rejects.toThrow("no-such-file");
  expect(readdirSync(rig.folder).filter((name) => name.startsWith("failed"))).toEqual([]);
});

test("the beginning that a killed backup left is found, and one that is being written is not", () => {
  const path = rig.pathOf(`${archiveName(new Date("2026-11-20T03:00:00Z"))}.part`);
  writeFileSync(path, "");
  expect(listAbandoned(rig.folder)).toEqual([]);
  utimesSync(path, 0, 0);
  for (const name of ["notes.part", archiveName(new Date(0))]) {
    writeFileSync(rig.pathOf(name), "");
    utimesSync(rig.pathOf(name), 0, 0);
  }
  expect(listAbandoned(rig.folder)).toEqual([path]);
  for (const name of [path, rig.pathOf("notes.part"), rig.pathOf(archiveName(new Date(0)))]) rmSync(name);
});

test("archives are listed newest first, and other files are not", () => {
  const names = ["2026-11-27T20:45:01.123Z", "2026-11-27T20:45:00Z", "2026-12-01T00:00:00Z"].map((at) =>
    archiveName(new Date(at)),
  );
  for (const name of [...names, "notes.txt", "chaintill-2026.tar.gz.age.part"]) writeFileSync(rig.pathOf(name), "");
  expect(listArchives(rig.folder)).toEqual([names[2], names[0], names[1]].map((name) => rig.pathOf(name ?? "")));
});
