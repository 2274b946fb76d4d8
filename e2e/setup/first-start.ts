import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";

const ROOT = join(import.meta.dirname, "../..");
const STOP_LIMIT_MS = 10_000;

export type FirstStart = {
  readonly baseUrl: string;
  /** As the worker prints it to the terminal. */
  readonly code: string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts a production gateway for the first time: the built web and worker processes, no sandbox,
 * no network, and a separate empty database in the sandbox's PostgreSQL.
 */
export async function firstStart(): Promise<FirstStart> {
  const sandbox: { database: string } = JSON.parse(
    readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
  );
  const name = `first_start_${randomBytes(6).toString("hex")}`;
  await runOn(sandbox.database, `CREATE DATABASE ${name} TEMPLATE template0`);
  const database = sandbox.database.replace(/[^/]+$/, name);
  await migrateDatabase(database);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const web = settings(database, baseUrl, port);
  const worker = start(["dist/worker.mjs"], { ...web, SEED_KEY: randomBytes(32).toString("hex") });
  const pages = start(["scripts/start-web.mjs"], web);
  const stop = async () => {
    await Promise.all([end(worker), end(pages)]);
    await runOn(sandbox.database, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  try {
    const [code] = await Promise.all([
      said(worker, /\/setup and enter the code ([0-9A-Z-]{19})/),
      said(pages, /ready on (\S+)/),
    ]);
    return { baseUrl, code, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The required settings, without the test run's own environment. */
function settings(database: string, baseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    DATABASE_URL: database,
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    PORT: String(port),
    SECRET_KEY: randomBytes(32).toString("hex"),
    AUTH_SECRET: randomBytes(32).toString("hex"),
    RATES_FILE: join(ROOT, "lib/pricing/rates/sandbox-rates.json"),
    LOG_LEVEL: "info",
  };
}

const start = (args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });

/**
 * Returns the first matching group in a process's output. @throws Error with all output if it exits
 * first
 */
function said(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (part: Buffer) => {
      text += part.toString("utf8");
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}:\n${text}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const impatient = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(impatient);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
