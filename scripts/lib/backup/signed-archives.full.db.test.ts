import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { newPerson } from "@/lib/people/identity/testing/people";
import { createTestDatabase } from "@/lib/testing/database";
import { readArchiveFile, writeArchiveFile } from "@/scripts/lib/backup/archive-file.mjs";
import { createKeyFile, noteSigner, readKeyFile, readSigners } from "@/scripts/lib/backup/places.mjs";
import { restoreBackup } from "@/scripts/lib/backup/restore-backup.mjs";
import { signerOf } from "@/scripts/lib/backup/signature.mjs";
import { type BackupRig, openBackupRig, queryOn } from "@/scripts/lib/backup/testing/backup-rig";
import { runRestore } from "@/scripts/lib/backup/testing/restore-process";
import { writeBackup } from "@/scripts/lib/backup/write-backup.mjs";

const [OWN, ATTACKERS] = ["1a".repeat(32), "2b".repeat(32)];
const SIGNERS = [signerOf(OWN)];
const TABLES = "SELECT FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker') LIMIT 1";

type Entry = { name: string; bytes: Buffer };

let rig: BackupRig;

/** Writes an archive anew: everything that it takes is the public key. */
async function rewrite(name: string, change: (entry: Entry) => readonly Entry[]): Promise<void> {
  const entries: Entry[] = [];
  for await (const entry of readArchiveFile(rig.pathOf("signed"), rig.identity)) entries.push(...change(entry));
  await writeArchiveFile(rig.pathOf(name), rig.recipients, async (add) => {
    for (const { name: entry, bytes } of entries) await add(entry, bytes);
  });
}

beforeAll(async () => {
  rig = await openBackupRig();
  await newPerson();
  await rig.backUp("signed", [], OWN);
});
afterAll(closeDatabase);

const restore = (url: string, name: string, signers: readonly string[] | null) =>
  restoreBackup({ url, path: rig.pathOf(name), identity: rig.identity, signers });

const changed = Buffer.from("0xattacker");
test.each<[string, (name: string) => Promise<void>, string]>([
  [
    "changed in a row",
    (name) =>
      rewrite(name, (entry) =>
        entry.name.startsWith("tables/public.users/")
          ? [{ ...entry, bytes: Buffer.from(entry.bytes.toString().replace("@", "@attacker.")) }]
          : [entry],
      ),
    "was not signed by",
  ],
  [
    "given a further settings file",
    (name) =>
      rewrite(name, (entry) => (entry.name === "end.json" ? [{ name: "settings/a", bytes: changed }, entry] : [entry])),
    "was not signed by",
  ],
  [
    "robbed of its signature",
    (name) => rewrite(name, (entry) => (entry.name === "signature" ? [] : [entry])),
    "is not",
  ],
])("an archive that was %s by somebody with the public key leaves the database empty", async (_how, forge, message) => {
  const { url } = await createTestDatabase("template0");
  await forge("forged");
  await expect(restore(url, "forged", SIGNERS)).rejects.toThrow(message);
  expect(await queryOn(url, TABLES)).toEqual([]);
  await restore(url, "signed", SIGNERS);
  expect(await queryOn(url, TABLES)).toHaveLength(1);
});

test("the command accepts the signers in the key file, and without any refuses until it is told", async () => {
  const { url } = await createTestDatabase("template0");
  const [keyFile, plainFile] = [rig.pathOf("key.txt"), rig.pathOf("plain-key.txt")];
  const recipient = await createKeyFile(keyFile, signerOf(ATTACKERS));
  await writeBackup({ url: env().DATABASE_URL, recipients: [recipient], path: rig.pathOf("own"), signingKey: OWN });
  writeFileSync(plainFile, readKeyFile(keyFile));
  const run = (file: string, ...flags: string[]) => runRestore(url, [rig.pathOf("own"), "--identity", file, ...flags]);
  expect(await run(plainFile)).toMatchObject({ code: 2, output: expect.stringContaining("--signed-by") });
  expect(await run(keyFile)).toMatchObject({ code: 1, output: expect.stringContaining("was not signed by") });
  expect(await queryOn(url, TABLES)).toEqual([]);

  noteSigner(keyFile, signerOf(OWN));
  noteSigner(keyFile, signerOf(OWN));
  expect(readSigners(keyFile)).toEqual([signerOf(ATTACKERS), signerOf(OWN)]);
  expect(await run(keyFile)).toMatchObject({ code: 0 });
  expect(await queryOn(url, TABLES)).toHaveLength(1);
});

test("a signed archive can be restored by whoever accepts those of anybody", async () => {
  const { url } = await createTestDatabase("template0");
  await restore(url, "signed", null);
});
