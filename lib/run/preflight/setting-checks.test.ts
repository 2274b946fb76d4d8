import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finding } from "@/lib/fronts/doctor/check";
import { inspectEnv } from "@/lib/kernel/env";
import {
  checkDatabasePassword,
  checkEnvFiles,
  checkMissing,
  checkPlaySettings,
  checkProblems,
  checkSeparation,
  secretsCheck,
  settingsCheck,
} from "@/lib/run/preflight/setting-checks";

const KEY = "8f3c1e5a907b2d46a1c4e8f0b3d5971e62f8a0c4d6b19e3758ac02d4f6e81b93";
const OTHER_KEY = "17d0b9a2c4e6f8135a7c9e0b2d4f6a8c1e3f5b7d9a0c2e4f6b8d1a3c5e7f9b0d";
const DATABASE_URL = "postgresql://chaintill_web:kx3VbYw8TgQe@127.0.0.1/chaintill";
const WEB = { DATABASE_URL, SECRET_KEY: KEY, AUTH_SECRET: OTHER_KEY };
const WORKER = { DATABASE_URL, SECRET_KEY: KEY, SEED_KEY_FILE: "/etc/key", NODE_URLS_ETH: "https://eth.example" };

const given = (source: Record<string, string>) => ({ ...inspectEnv(source), names: Object.keys(source) });
const brief = (findings: readonly Finding[]) => findings.map(({ name, state }) => `${name} ${state}`);
const context = { now: new Date(), request: null, signal: new AbortController().signal };

test("every invalid setting is one error that names it, all at once, and shows no value", () => {
  const { problems } = inspectEnv({ PORT: "hunter2", SECRET_KEY: "hunter2", NODE_URLS_ETH: "ws://hunter2" });
  const findings = checkProblems(problems);
  expect(brief(findings).sort()).toEqual([
    "DATABASE_URL error",
    "NODE_URLS_ETH error",
    "PORT error",
    "SECRET_KEY error",
  ]);
  expect(findings.find(({ name }) => name === "DATABASE_URL")?.summary).toBe("It is missing.");
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});

describe("missing settings", () => {
  test("none is reported for a complete environment of the process that is named", () => {
    expect([...checkMissing(given(WEB), "web"), ...checkMissing(given(WORKER), "worker")]).toEqual([]);
  });

  test("what the named process needs is an error; without a name only what both need", () => {
    const bare = given({ DATABASE_URL });
    expect(brief(checkMissing(bare, "web"))).toEqual(["SECRET_KEY error", "AUTH_SECRET error"]);
    expect(brief(checkMissing(bare, "worker"))).toEqual([
      "SECRET_KEY error",
      "SEED_KEY_FILE error",
      "NODE_URLS_<NETWORK> error",
    ]);
    expect(brief(checkMissing(given(WEB), null))).toEqual(["SEED_KEY_FILE warning", "NODE_URLS_<NETWORK> warning"]);
  });

  test("an invalid setting does not count as missing as well", () => {
    expect(checkMissing(given({ ...WEB, SECRET_KEY: "short" }), "web")).toEqual([]);
  });

  test("a pool with which a worker does not start is an error for the worker", () => {
    const small = { DATABASE_POOL_MAX: "7" };
    expect(brief(checkMissing(given({ ...WORKER, ...small }), "worker"))).toEqual(["DATABASE_POOL_MAX error"]);
    expect(checkMissing(given({ ...WEB, ...small }), "web")).toEqual([]);
  });
});

test("the web process must not have keys to funds, nodes or the password of the mail server", () => {
  const names = ["AUTH_SECRET", "SEED_KEY", "SEED_KEY_FILE", "NODE_URLS_ETH", "SMTP_URL", "MAIL_FROM"];
  expect(brief(checkSeparation(names, "web"))).toEqual([
    "NODE_URLS_ETH error",
    "SEED_KEY error",
    "SEED_KEY_FILE error",
    "SMTP_URL error",
  ]);
  expect(brief(checkSeparation(names, null))).toEqual(["Settings of web and worker warning"]);
  expect([...checkSeparation(Object.keys(WORKER), "worker"), ...checkSeparation(Object.keys(WORKER), null)]).toEqual(
    [],
  );
});

test("prices from a file are an error outside the sandbox", () => {
  const play = (source: Record<string, string>) => brief(checkPlaySettings(inspectEnv(source).settings));
  expect(play({ RATES_FILE: "rates.json", WEBHOOK_ALLOW_PRIVATE: "true" })).toEqual([
    "RATES_FILE error",
    "WEBHOOK_ALLOW_PRIVATE warning",
  ]);
  expect(play({ SANDBOX: "true", RATES_FILE: "rates.json" })).toEqual(["SANDBOX warning"]);
  expect(play(WEB)).toEqual([]);
});

test("a password from an example, or the user's own name, is an error", () => {
  const at = (password: string) => checkDatabasePassword(`postgresql://web:${password}@host/db`).length;
  expect(["password", "web", "postgres", "%2e%2e%2e", "kx3VbYw8TgQe", ""].map(at)).toEqual([1, 1, 1, 1, 0, 0]);
});

test("a URL whose password is not encoded is an error", () => {
  const urls = [
    "postgresql://web:a/b@host/db",
    "postgresql://web:100%@host/db",
    "postgresql:///db?host=/run/postgresql",
  ];
  expect(urls.map((url) => checkDatabasePassword(url).length)).toEqual([1, 1, 0]);
});

test("files that the web process would read in the project's folder are errors, their examples are not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-"));
  try {
    for (const name of [".env", ".env.production.local", ".env.example", "web.env"])
      writeFileSync(join(folder, name), "");
    expect(brief(await checkEnvFiles(folder))).toEqual([".env error", ".env.production.local error"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("secrets", () => {
  const judge = async (source: Record<string, string>, seedKey?: string) =>
    (await secretsCheck(inspectEnv(source).settings, seedKey, process.cwd()).run(context)).map(
      ({ summary }) => summary,
    );

  test("random ones are fine, whichever are given", async () => {
    expect(await judge(WEB)).toEqual(["All secrets are set, and none looks like an example."]);
    expect(await judge({})).toEqual([]);
  });

  test.each([
    ["SECRET_KEY", "aa".repeat(32)],
    ["SECRET_KEY", "8f3c1e5a907b2d46".repeat(4)],
    ["SECRET_KEY", "0123456789abcdef0123456789abcdef8f3c1e5a907b2d46a1c4e8f0b3d5971e"],
    ["AUTH_SECRET", "change-me-please-before-you-start-it"],
    ["METRICS_TOKEN", "abcdefghabcdefgh"],
    // An example of docs/integration.md.
    ["METRICS_TOKEN", "436022bfac41654a2027d3230b82325e8f8f5dbb3e038462ee6fc3e13c824841"],
  ])("%s %s could be guessed", async (name, value) => {
    expect(await judge({ ...WEB, [name]: value })).toEqual([`${name} could be guessed.`]);
  });

  test("the content of the seed key's file is judged too, also against the other secrets", async () => {
    expect(await judge(WORKER, "0f".repeat(32))).toEqual(["SEED_KEY could be guessed."]);
    expect(await judge(WORKER, KEY.toUpperCase())).toEqual(["Two secrets are the same."]);
  });
});

test("a complete environment is reported as such", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preflight-"));
  const judge = async (source: Record<string, string>, scope: "web" | "worker") =>
    brief(await settingsCheck(given(source), scope, folder).run(context));
  expect([await judge(WEB, "web"), await judge(WORKER, "worker")]).toEqual([["Settings ok"], ["Settings ok"]]);
  expect(await judge({ ...WORKER, OUTFLOW_CAPS_ETH: "BTC:5" }, "worker")).toEqual(["OUTFLOW_CAPS_ETH error"]);
  rmSync(folder, { recursive: true });
});
