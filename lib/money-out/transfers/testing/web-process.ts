import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { vi } from "vitest";
import { workerSettings } from "@/lib/run/worker/testing/settings";

const ROOT = join(import.meta.dirname, "../../../..");
/** Below node_modules, because external packages of the bundle are resolved upwards from it. */
const CACHE = join(ROOT, "node_modules/.cache/worker-tests");
const START_LIMIT_MS = 60_000;
const POLL_MS = 20;
/** Many clients share one key. */
const NO_RATE_LIMIT = { RATE_LIMIT_PER_SECOND: "100000", RATE_LIMIT_BURST: "100000" };

export type WebProcess = {
  readonly url: string;
  /** Kills it immediately, like a power failure, and waits until it has exited. */
  readonly kill: () => Promise<void>;
};

export type WebProcesses = {
  readonly start: () => Promise<WebProcess>;
  /** Kills all that are still running. */
  readonly stop: () => Promise<void>;
};

/**
 * Web processes that a test can end at will: the machine API's front with all its handlers and,
 * since Next is not running, the handler by which the payment page pays from a balance
 * (`POST /pay/<uuid>/balance`).
 */
export async function createWebProcesses(): Promise<WebProcesses> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, "web-"));
  const file = join(folder, "web.mjs");
  await bundle(file);
  const started: WebProcess[] = [];
  return {
    async start() {
      const web = await startWebProcess(file);
      started.push(web);
      return web;
    },
    async stop() {
      await Promise.all(started.map((web) => web.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function bundle(outfile: string): Promise<void> {
  // A plain build script that lists the routes from the folders.
  const { apiEntrySource } = (await import(join(ROOT, "scripts/lib/api-routes.mjs"))) as {
    apiEntrySource: () => string;
  };
  const source = [
    'import { getRequestListener } from "@hono/node-server";',
    'import { POST } from "@/app/pay/[uuid]/balance/route";',
    apiEntrySource(),
    "const pay = (request) => {",
    '  const uuid = new URL(request.url).pathname.split("/")[2];',
    "  return POST(request, { params: Promise.resolve({ uuid }) });",
    "};",
    "const answerPage = getRequestListener(pay, { overrideGlobalObjects: false });",
    "const server = createServer(async (request, response) => answerPage(request, response));",
    'server.listen(0, "127.0.0.1", () => console.log("listening on", server.address().port));',
  ];
  await build({
    absWorkingDir: ROOT,
    stdin: { contents: source.join("\n"), resolveDir: ROOT, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": ROOT },
    logLevel: "silent",
  });
}

/** Starts a process of this file, which prints `listening on <port>` when it is ready. */
export async function startWebProcess(file: string): Promise<WebProcess> {
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: workerSettings({ LOG_LEVEL: "silent", ...NO_RATE_LIMIT }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  const port = await vi.waitFor(
    () => {
      const [, found] = /listening on (\d+)/.exec(output) ?? [];
      if (found === undefined) throw new Error(`the web process did not start:\n${output}`);
      return found;
    },
    { timeout: START_LIMIT_MS, interval: POLL_MS },
  );
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      process.removeListener("exit", killOnExit);
      child.kill("SIGKILL");
      await ended;
    },
  };
}
