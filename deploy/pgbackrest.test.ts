import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readText } from "@/lib/testing/source-files";

const FOLDER = mkdtempSync(join(tmpdir(), "pgbackrest-"));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

function optionsOf(file: string): Record<string, string> {
  const lines = (readText(`deploy/pgbackrest/${file}`) ?? "").matchAll(/^([\w-]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

/** What differs between a folder and S3 on purpose. */
const PLACE = /^repo1-(path|type|s3-)/;

test("backups in a folder and in S3 are encrypted, and kept by the same rules", () => {
  const [folder, s3] = [optionsOf("pgbackrest.conf"), optionsOf("pgbackrest-s3.conf")];
  const rules = (options: Record<string, string>) => Object.entries(options).filter(([name]) => !PLACE.test(name));
  expect(rules(s3)).toEqual(rules(folder));
  expect(folder).toMatchObject({
    "repo1-cipher-type": "aes-256-cbc",
    "repo1-retention-full": "5",
    "archive-async": "y",
  });
});

test("no shipped file has a secret", () => {
  for (const file of ["pgbackrest.conf", "pgbackrest-s3.conf"])
    expect(Object.keys(optionsOf(file)).filter((name) => /pass$|-s3-key/.test(name))).toEqual([]);
});

test("the repository's password is readable by its owner alone, and never replaced", () => {
  const file = join(FOLDER, "conf.d/secrets.conf");
  const create = () => spawnSync("sh", ["deploy/pgbackrest/secrets.sh", file], { encoding: "utf8" });
  const first = create();
  expect([first.status, first.stderr]).toEqual([0, ""]);
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^\[global\]\nrepo1-cipher-pass=[\w+/]{64}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(create().status).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(text);
});
