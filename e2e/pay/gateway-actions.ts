import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import { onPage } from "../dashboard/on-page";
import { sandbox } from "../machine-api";
import type { NewInvoice } from "./new-invoice";

/** What no page can do: advance time, and let parts of the gateway fail. */

const ROOT = join(import.meta.dirname, "../..");

/** Runs one statement on the sandbox's database. */
export async function inDatabase(statement: string, values: readonly unknown[] = []): Promise<void> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { database }: { database: string } = JSON.parse(readFileSync(file, "utf8"));
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(statement, [...values]).finally(() => client.end());
}

/**
 * Expires an invoice. The gateway does the rest: it reads the chain up to that time, and closes it.
 */
export async function runOut({ uuid }: Pick<NewInvoice, "uuid">): Promise<void> {
  await inDatabase("UPDATE invoices SET expires_at = now() - interval '1 second' WHERE id = $1", [uuid]);
}

/**
 * Sends an action of a signed-in user, as the dashboard's pages do. @throws Error if it is refused
 */
export async function act(page: Page, path: string, data: object | string): Promise<void> {
  const body = typeof data === "string" ? data : JSON.stringify(data);
  const headers = {
    ...(await onPage(page)),
    "content-type": typeof data === "string" ? "text/csv" : "application/json",
  };
  const answer = await page.request.post(`${sandbox.baseUrl}${path}`, { headers, data: body });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

/** Calls a sandbox chain's RPC. @throws Error with its refusal */
export async function callChain(network: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { networks }: { networks: Record<string, { rpcUrl: string }> } = JSON.parse(readFileSync(file, "utf8"));
  const response = await fetch(networks[network]?.rpcUrl ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error }: { result?: unknown; error?: unknown } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/**
 * Starts the built web process with an unreachable database. Returns its origin, and a function to
 * stop it.
 */
export async function webWithoutDatabase(): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const [port, nowhere] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const secret = () => randomBytes(32).toString("hex");
  const env: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    DATABASE_URL: `postgresql://nobody:nothing@127.0.0.1:${nowhere}/none`,
    BASE_URL: origin,
    NEXTAUTH_URL: origin,
    PORT: String(port),
    SECRET_KEY: secret(),
    AUTH_SECRET: secret(),
    LOG_LEVEL: "error",
  };
  const child = spawn(process.execPath, ["scripts/start-web.mjs"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (part: Buffer) => part.toString("utf8").includes("ready on") && resolve());
    child.once("exit", (code) => reject(new Error(`the web part ended with ${code}`)));
  });
  return { origin, stop: () => child.kill("SIGTERM") };
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
