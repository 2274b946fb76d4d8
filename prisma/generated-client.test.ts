import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { MIGRATION_NAMES_FILE, migrationNamesSource } from "@/scripts/lib/migration-names.mjs";
import { generatePrismaClient } from "@/scripts/lib/prisma-client.mjs";

const folder = mkdtempSync(join(tmpdir(), "generated-client-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readFiles(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return new Map(names.sort().map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

test("the committed database client is the one of the schema: else run npm run db:generate", async () => {
  await generatePrismaClient(folder);
  const committed = readFiles("lib/generated/prisma");
  const wanted = readFiles(folder);
  expect([...committed.keys()]).toEqual([...wanted.keys()]);
  expect(wanted.has("client.ts")).toBe(true);
  expect([...wanted].filter(([name, text]) => committed.get(name) !== text).map(([name]) => name)).toEqual([]);
});

test("the committed list of migrations is that of the folder: else run npm run db:generate", () => {
  expect(readFileSync(MIGRATION_NAMES_FILE, "utf8")).toBe(migrationNamesSource());
});
