import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv as parseLines } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSeedKeyFile } from "@/lib/custody/seed-key";
import { parseEnv } from "@/lib/kernel/env";
import { signerOf } from "@/scripts/lib/backup/signature.mjs";

const ROOT = join(import.meta.dirname, "..");
const GIVEN = ["--domain", "pay.example.com", "--email", "you@example.com"];
const work = mkdtempSync(join(tmpdir(), "install-"));

afterAll(() => rmSync(work, { recursive: true }));

/** Copies what the installer needs, so that it writes to a folder of the test. */
function copyOfDeploy(name: string) {
  const root = join(work, name);
  mkdirSync(root);
  cpSync(join(ROOT, "deploy"), join(root, "deploy"), {
    recursive: true,
    filter: (path) => !/compose\/(\.env|secrets|backups)/.test(path),
  });
  cpSync(join(ROOT, ".env.example"), join(root, ".env.example"));
  const compose = join(root, "deploy/compose");
  const install = (options: readonly string[], input = "", variables: Record<string, string> = {}) =>
    spawnSync("sh", [join(root, "deploy/install.sh"), ...options], {
      input,
      encoding: "utf8",
      env: { NODE_ENV: "production", PATH: "/usr/bin:/bin", ...variables },
    });
  const read = (file: string) => readFileSync(join(compose, file), "utf8");
  return { compose, install, read };
}

/** A container's settings: those of its file, and the secrets that compose.yaml gives it. */
function settingsOf(compose: string, file: string, secrets: Readonly<Record<string, string>>) {
  const files = Object.entries(secrets).map(([name, secret]) => [`${name}_FILE`, join(compose, "secrets", secret)]);
  return { ...parseLines(readFileSync(join(compose, file), "utf8")), ...Object.fromEntries(files) };
}

describe("an unattended installation", () => {
  const { compose, install, read } = copyOfDeploy("unattended");
  const nodes = "eth=https://one.example/?key=a$b,https://two.example btc=http://user:password@10.0.0.5:8332";
  const smtp = "smtps://user:p%40ss$word@mail.example:465";

  beforeAll(() => {
    const { status, stderr } = install([...GIVEN, "--unattended", "--nodes", nodes], "", { SMTP_URL: smtp });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("gives web settings that it accepts, without the seed's key, nodes or mail server", () => {
    const secrets = { DATABASE_URL: "database-web-url", SECRET_KEY: "secret-key", AUTH_SECRET: "auth-secret" };
    const previous = { SECRET_KEY_PREVIOUS: "secret-key-previous", AUTH_SECRET_PREVIOUS: "auth-secret-previous" };
    const settings = settingsOf(compose, ".env.web", { ...secrets, ...previous, METRICS_TOKEN: "metrics-token" });
    expect(parseEnv(settings)).toMatchObject({
      BASE_URL: "https://pay.example.com",
      DATABASE_URL: expect.stringMatching(/^postgresql:\/\/chaintill_web:[0-9a-f]{48}@database:5432\/chaintill$/),
      SECRET_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
      AUTH_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
      METRICS_TOKEN: expect.stringMatching(/^[0-9a-f]{64}$/),
      MAIL_FROM: "no-reply@pay.example.com",
    });
    expect(read(".env.web")).not.toMatch(/SEED_KEY|NODE_URLS|SMTP|postgresql:/);
  });

  test("gives the worker settings that it accepts, with the nodes, the mail server and a key to the seed", () => {
    const secrets = { DATABASE_URL: "database-worker-url", SECRET_KEY: "secret-key", SMTP_URL: "smtp-url" };
    const settings = parseEnv(settingsOf(compose, ".env.worker", secrets));
    expect(settings.DATABASE_URL).toMatch(/^postgresql:\/\/chaintill_worker:/);
    expect(settings.SMTP_URL).toBe(smtp);
    expect(settings.nodeUrls).toEqual({
      eth: ["https://one.example/?key=a$b", "https://two.example"],
      btc: ["http://user:password@10.0.0.5:8332"],
    });
    expect(readSeedKeyFile(join(compose, "secrets/seed-key"))).toHaveLength(32);
    expect(signerOf(read("secrets/backup-signing-key").trim())).toMatch(/^ed25519:/);
  });

  test("makes every secret for itself, readable by its user alone", () => {
    const files = readdirSync(join(compose, "secrets"));
    const names = files.filter((name) => !name.endsWith("-previous"));
    const texts = names.map((name) => read(`secrets/${name}`).replace(/^.*:([0-9a-f]+)@.*$/m, "$1"));
    expect(names.length).toBe(10);
    expect(new Set(texts).size).toBe(names.length);
    const written = [".env", ".env.web", ".env.worker", ...files.map((name) => `secrets/${name}`)];
    const modes = written.map((file) => (statSync(join(compose, file)).mode & 0o777).toString(8));
    expect(new Set(modes)).toEqual(new Set(["600"]));
    expect(statSync(join(compose, "secrets")).mode & 0o777).toBe(0o700);
    expect(readdirSync(compose).filter((name) => name.startsWith(".new"))).toEqual([]);
    for (const name of files.filter((file) => !names.includes(file))) expect(read(`secrets/${name}`)).toBe("");
  });

  test("is refused a second time, and changes nothing", () => {
    const key = read("secrets/seed-key");
    expect(install([...GIVEN, "--unattended"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(".env is there already"),
    });
    // With the files of settings gone the secrets are still not replaced.
    for (const file of [".env", ".env.web", ".env.worker"]) rmSync(join(compose, file));
    expect(install([...GIVEN, "--unattended"]).status).toBe(1);
    expect(read("secrets/seed-key")).toBe(key);
  });
});

describe("an installation that asks", () => {
  test("asks five questions and takes their answers", () => {
    const { install, read } = copyOfDeploy("asking");
    const key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
    const answers = ["pay.example.com", "you@example.com", "", "", key];
    const { status, stderr } = install([], `${answers.join("\n")}\n`);
    expect({ status, questions: stderr.split(": ").length - 1 }).toEqual({ status: 0, questions: 5 });
    expect(parseLines(read(".env"))).toMatchObject({
      DOMAIN: "pay.example.com",
      OPERATOR_EMAIL: "you@example.com",
      BACKUP_RECIPIENTS: key,
    });
    // Without a mail server no sender is set: with it the worker would not start.
    expect(read(".env.worker")).not.toContain("MAIL_FROM");
    expect(read("secrets/smtp-url").trim()).toBe("");
  });

  const BAD: readonly (readonly [string, readonly string[]])[] = [
    ["no domain", ["--email", "you@example.com"]],
    ["an address as a domain", ["--domain", "https://pay.example.com", "--email", "you@example.com"]],
    ["a setting smuggled into the domain", ["--domain", "pay.example.com\nX=1", "--email", "you@example.com"]],
    ["an unknown network", [...GIVEN, "--nodes", "moon=https://one.example"]],
    ["a node without a network", [...GIVEN, "--nodes", "https://one.example"]],
    ["a quote in a node", [...GIVEN, "--nodes", "eth=https://one.example/'"]],
    ["a mail server that is none", [...GIVEN, "--smtp-url", "mail.example"]],
    ["a secret key instead of a public one", [...GIVEN, "--backup-recipients", "AGE-SECRET-KEY-1X"]],
    ["an unknown option", [...GIVEN, "--force"]],
  ];
  test("refuses wrong answers, and leaves no file behind", () => {
    const { compose, install } = copyOfDeploy("refused");
    const before = readdirSync(compose);
    const accepted = BAD.filter(([, options]) => install([...options, "--unattended"]).status === 0);
    expect(accepted.map(([name]) => name)).toEqual([]);
    expect(readdirSync(compose)).toEqual(before);
  });
});

test("the script that creates the database's users reads the passwords that the installer makes", () => {
  const { compose, install, read } = copyOfDeploy("users");
  expect(install([...GIVEN, "--unattended"]).status).toBe(0);
  const script = read("database-users.sh").replaceAll("/run/secrets/", `${compose}/secrets/`);
  // In place of psql: what would be run.
  const sql = execFileSync("sh", ["-c", `psql() { cat; }\n${script}`], { encoding: "utf8" });
  for (const role of ["owner", "web", "worker"]) {
    const [, password] = /:([0-9a-f]{48})@/.exec(read(`secrets/database-${role}-url`)) ?? [];
    expect(sql).toContain(`CREATE ROLE chaintill_${role} LOGIN PASSWORD '${password}';`);
  }
  expect(sql).not.toContain("SUPERUSER");
});
