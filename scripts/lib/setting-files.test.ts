import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseEnv } from "@/lib/kernel/env";
import { FILE_SETTINGS, readSettingFiles } from "@/scripts/lib/setting-files.mjs";

const folder = mkdtempSync(join(tmpdir(), "setting-files-"));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

afterAll(() => rmSync(folder, { recursive: true }));

test("a setting is read from the file that is named, without the line break of editors", () => {
  const settings = parseEnv({
    DATABASE_URL_FILE: file("url", "postgresql://me:pw@127.0.0.1:5432/chaintill\n"),
    SECRET_KEY_FILE: file("key", `${"ab".repeat(32)}\r\n`),
  });
  expect(settings.DATABASE_URL).toBe("postgresql://me:pw@127.0.0.1:5432/chaintill");
  expect(settings.SECRET_KEY).toBe("ab".repeat(32));
});

test("a setting that is given itself takes precedence over its file, which is not even read", () => {
  const source = { DATABASE_URL: "postgresql://drill", DATABASE_URL_FILE: join(folder, "missing") };
  expect(readSettingFiles(source)).toEqual({ settings: {}, problems: [] });
});

test("an empty file and an empty name count as missing", () => {
  const empty = file("empty", "\n");
  const settings = parseEnv({ DATABASE_URL: "postgresql://x/y", METRICS_TOKEN_FILE: empty, SMTP_URL_FILE: "" });
  expect([settings.METRICS_TOKEN, settings.SMTP_URL]).toEqual([undefined, undefined]);
});

test("a file that cannot be read prevents the start with a line that names the setting", () => {
  const path = join(folder, "missing");
  for (const name of FILE_SETTINGS)
    expect(() => parseEnv({ DATABASE_URL: "postgresql://x/y", [name]: "", [`${name}_FILE`]: path })).toThrow(
      `${name}_FILE: ${path} cannot be read`,
    );
});

test("what is wrong in a file is reported without its text", () => {
  const source = { DATABASE_URL: "postgresql://x/y", SECRET_KEY_FILE: file("short", "hunter2") };
  expect(() => parseEnv(source)).toThrow(/^Bad setting SECRET_KEY: (?!.*hunter2)/);
});
