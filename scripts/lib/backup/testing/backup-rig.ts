import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { inject } from "vitest";
import { env } from "@/lib/kernel/env";
import { createTestDatabase } from "@/lib/testing/database";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { writeBackup } from "@/scripts/lib/backup/write-backup.mjs";

export type BackupRig = Awaited<ReturnType<typeof openBackupRig>>;

/** A folder for archives and a key pair; backups are of the test's database. */
export async function openBackupRig() {
  const folder = mkdtempSync(join(inject("runFolder"), "backup-"));
  const identity = await generateIdentity();
  const recipients = [await identityToRecipient(identity)];
  const pathOf = (name: string) => join(folder, name);
  return {
    folder,
    identity,
    recipients,
    pathOf,
    backUp: (name: string, settingsFiles: string[] = [], signingKey: string | null = null) =>
      writeBackup({ url: env().DATABASE_URL, path: pathOf(name), recipients, settingsFiles, signingKey }),
    /** Restores into a new database and returns its address with the result. */
    async restore(name: string) {
      const target = await createTestDatabase("template0");
      const result = await restoreBackup({ url: target.url, path: pathOf(name), identity, signers: null });
      return { url: target.url, result };
    },
  };
}

/** Runs a query on another database than the test's own. */
export async function queryOn<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a digest of the rows of each table, and the value of each sequence. */
export async function contentOf(url: string): Promise<ReadonlyMap<string, string | null>> {
  const tables = await queryOn<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS value FROM "${name}" t`,
  );
  const sequences =
    "SELECT sequencename, last_value::text FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'restores_id_seq'";
  const rows = await queryOn<{ name: string; value: string | null }>(url, [...digests, sequences].join("\nUNION ALL "));
  return new Map(rows.map(({ name, value }) => [name, value]));
}
