import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DoctorView, doctorView } from "@/lib/fronts/doctor/schema";
import { env } from "@/lib/kernel/env";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { createTestDatabase } from "@/lib/testing/database";
import { processUrls } from "@/lib/testing/process-users";
import { testUnless } from "@/lib/testing/unless";

const SECRET_KEY = "8f3c1e5a907b2d46a1c4e8f0b3d5971e62f8a0c4d6b19e3758ac02d4f6e81b93";
const AUTH_SECRET = "17d0b9a2c4e6f8135a7c9e0b2d4f6a8c1e3f5b7d9a0c2e4f6b8d1a3c5e7f9b0d";
const SEED_KEY = "5b7d9a0c2e4f6b8d1a3c5e7f9b0d17d0b9a2c4e6f8135a7c9e0b2d4f6a8c1e3f";
/** A port on which nothing listens. */
let BASE_URL: string;
const WEB = { SECRET_KEY, AUTH_SECRET };

let program: string;
let empty: Awaited<ReturnType<typeof createTestDatabase>>;
let users: Awaited<ReturnType<typeof processUrls>>;
const folder = mkdtempSync(join(tmpdir(), "preflight-"));

beforeAll(async () => {
  program = await bundleOnce("doctor", { entryPoints: ["lib/run/commands/doctor-main.ts"] });
  empty = await createTestDatabase("template0");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  BASE_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.close();
  await once(server, "close");
  users = await processUrls();
});
afterAll(async () => {
  await empty.drop();
  rmSync(folder, { recursive: true });
});

/** Runs the command in an environment of nothing but these settings. */
async function run(settings: Record<string, string>, ...flags: string[]) {
  const child = spawn(process.execPath, [program, "--preflight", ...flags], {
    env: { NODE_ENV: "production", PATH: "/usr/bin:/bin", BASE_URL, ...settings },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

async function examine(settings: Record<string, string>, ...flags: string[]) {
  const { code, output } = await run(settings, "--json", ...flags);
  return { code, report: doctorView.parse(JSON.parse(output)) };
}

const statesOf = ({ findings }: DoctorView, ...ids: string[]) =>
  ids.map((id) => `${id} ${findings.find((finding) => finding.id === id)?.state ?? "none"}`);
const faultsOf = ({ findings }: DoctorView) =>
  findings.filter(({ state }) => state === "error" || state === "critical").map(({ id }) => id);
/** The server of the tests trades durability for speed, which is what the check is for. */
const DURABILITY = "server:durability";
/** Nobody outside opens the pages of a test. */
const ADDRESS = "address";

const userOfEmpty = (url: string) => url.replace(/[^/]+$/, empty.url.split("/").at(-1) ?? "");

test("an empty database is a notice with the command that migrates it, and no fault, before the first start", async () => {
  const { report } = await examine({ ...WEB, DATABASE_URL: userOfEmpty(users.web) }, "--for", "web");
  expect(faultsOf(report).filter((id) => id !== DURABILITY && id !== ADDRESS)).toEqual([]);
  expect(report.findings.find(({ id }) => id === "migrations")).toMatchObject({
    state: "warning",
    summary: "The database is not migrated yet.",
    remedy: "Run npm run db:migrate as the owner of the database.",
  });
  expect(statesOf(report, "database", "settings", "database-user", "clock", "secrets", "web")).toEqual([
    "database ok",
    "settings ok",
    "database-user ok",
    "clock ok",
    "secrets ok",
    "web warning",
  ]);
});

test("a server that may lose what it committed is a critical fault, and exit code 1", async () => {
  const { code, report } = await examine({ ...WEB, DATABASE_URL: empty.url }, "--for", "web");
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query<{ fsync: string }>("SELECT current_setting('fsync') AS fsync");
  await client.end();
  expect(rows).toEqual([{ fsync: "off" }]);
  expect([code, report.state, ...statesOf(report, DURABILITY)]).toEqual([1, "critical", `${DURABILITY} critical`]);
});

test("in a migrated database each process's own user is fine, and the other's is a fault", async () => {
  const { web, worker } = users;
  const own = await examine({ ...WEB, DATABASE_URL: web }, "--for", "web");
  expect(statesOf(own.report, "database-user", "migrations")).toEqual(["database-user ok", "migrations ok"]);
  const swapped = await examine({ ...WEB, DATABASE_URL: worker }, "--for", "web");
  expect(statesOf(swapped.report, "database-user", "migrations")).toEqual(["database-user error", "migrations ok"]);
  const owner = await examine({ ...WEB, DATABASE_URL: env().DATABASE_URL }, "--for", "web");
  expect(statesOf(owner.report, "database-user")).toEqual(["database-user warning"]);
});

test("wrong settings are one line each, all at once, whether or not a database can be reached", async () => {
  const wrong = { DATABASE_URL: "mysql://x", SECRET_KEY: "short", PORT: "x", LOG_LEVEL: "loud", AUTH_SECRET };
  const { code, output } = await run({ ...wrong, SEED_KEY }, "--for", "web");
  expect(code).toBe(1);
  for (const name of ["DATABASE_URL", "SECRET_KEY", "PORT", "LOG_LEVEL", "SEED_KEY"])
    expect(output.match(new RegExp(`^ {2}ERROR {5}${name}: `, "gm"))).toHaveLength(1);
  expect(output).toMatch(/WARNING {3}Database: Not checked\./);
  expect(output).not.toContain(SEED_KEY);
});

test("reports a database that is down, or lacks the name, with its remedy", async () => {
  const down = await run({ ...WEB, DATABASE_URL: "postgresql://x:y@127.0.0.1:1/none" }, "--for", "web");
  expect(down.output).toMatch(/ERROR {5}Database: The database does not respond: connect ECONNREFUSED/);
  const unknown = await run({ ...WEB, DATABASE_URL: empty.url.replace(/[^/]+$/, "no_such_name") }, "--for", "web");
  expect(unknown.output).toMatch(
    /ERROR {5}Database: The server refuses the connection: .*no_such_name.*\n.*Create the/,
  );
  expect([down.code, unknown.code]).toEqual([1, 1]);
});

test("a worker's seed file that others may read, and a node that does not answer, are faults", async () => {
  const SEED_KEY_FILE = join(folder, "seed-key");
  writeFileSync(SEED_KEY_FILE, SEED_KEY);
  chmodSync(SEED_KEY_FILE, 0o644);
  const play = { SANDBOX: "true", RATES_FILE: "lib/pricing/rates/sandbox-rates.json" };
  const worker = {
    SECRET_KEY,
    SEED_KEY_FILE,
    NODE_URLS_ETH: "http://127.0.0.1:1",
    NODE_URLS_NONE: "http://127.0.0.1:1",
  };
  const settings = { ...play, ...worker, DATABASE_URL: userOfEmpty(users.worker) };
  const open = await examine(settings, "--for", "worker", "--backups", join(folder, "none"));
  expect(faultsOf(open.report).filter((id) => id !== DURABILITY)).toEqual([
    "seed-key-file",
    "node:eth:127.0.0.1:1",
    "node:none:127.0.0.1:1",
    "backup-folder",
  ]);
  expect(statesOf(open.report, "rates:Sandbox")).toEqual(["rates:Sandbox ok"]);
  chmodSync(SEED_KEY_FILE, 0o600);
  const closed = await examine(settings, "--for", "worker", "--backups", folder);
  expect(statesOf(closed.report, "seed-key-file", "backup-folder")).toEqual(["seed-key-file ok", "backup-folder ok"]);
});

test("an unknown process is exit code 2, before anything is checked", async () => {
  const { code, output } = await run({}, "--for", "shop");
  expect(code).toBe(2);
  expect(output).toMatch(/^--for shop: expected web or worker\nusage: /);
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

testUnless(hasOpenssl ? null : "openssl is not installed")(
  "over a trusted certificate the running web process is found, with the days that the certificate is valid",
  async () => {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    execFileSync("openssl", ["req", "-x509", ...made, "-days", "60", ...subject], { stdio: "ignore" });
    const options = { key: readFileSync(key), cert: readFileSync(cert) };
    const server = createServer(options, (_, response) => response.end("ok\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const settings = { ...WEB, BASE_URL: url, DATABASE_URL: "postgresql://x:y@127.0.0.1:1/none" };
      const trusted = await examine({ ...settings, NODE_EXTRA_CA_CERTS: cert }, "--for", "web");
      expect(statesOf(trusted.report, "certificate", "web")).toEqual(["certificate ok", "web ok"]);
      const unknown = await examine(settings, "--for", "web");
      expect(statesOf(unknown.report, "certificate", "web")).toEqual(["certificate error", "web none"]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
