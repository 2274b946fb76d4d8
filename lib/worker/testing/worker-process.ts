import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { workerSettings } from "@/lib/worker/testing/settings";

const ROOT = join(import.meta.dirname, "../../..");
/** Below node_modules, because packages stay outside of the bundle and are looked for upwards from it. */
const CACHE = join(ROOT, "node_modules/.cache/worker-tests");
const LOG_CHARACTERS_MAX = 200_000;

export type WorkerBundle = { readonly file: string; readonly remove: () => Promise<void> };

/** The worker as `npm run build` makes it, in a folder of its own. */
export async function bundleWorker(): Promise<WorkerBundle> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, "run-"));
  const file = join(folder, "worker.mjs");
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/worker/main.ts"],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: { "@": ROOT },
    logLevel: "silent",
  });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

export type WorkerProcess = {
  readonly pid: number;
  /** What it has written so far. */
  readonly output: () => string;
  /** Sends the signal and waits for the end. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<WorkerEnd>;
  readonly hasEnded: () => boolean;
};

export type WorkerEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
};

/** A worker process of its own. It is killed with the test's process, whatever happens. */
export function startWorkerProcess(bundle: WorkerBundle, settings: Readonly<Record<string, string>>): WorkerProcess {
  const child = spawn(process.execPath, [bundle.file], {
    cwd: ROOT,
    env: workerSettings(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(child);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  ended.then(() => process.removeListener("exit", killOnExit)).catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end(signal) {
      const startedAt = performance.now();
      child.kill(signal);
      const [code, endSignal] = await ended;
      return { code, signal: endSignal, tookMs: performance.now() - startedAt };
    },
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString("utf8")).slice(-LOG_CHARACTERS_MAX);
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  return () => text;
}
