import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { workerSettings } from "@/lib/run/worker/testing/settings";

const ROOT = join(import.meta.dirname, "../../../..");
const LOG_CHARACTERS_MAX = 200_000;
/**
 * These workers live for seconds: optimising the database client's compiler would never pay off.
 */
const FLAGS = ["--liftoff-only"];

/** Returns the path of the worker as `npm run build` builds it. */
export function bundleWorker(): Promise<string> {
  return bundleOnce("worker", { entryPoints: ["lib/run/worker/main.ts"] });
}

export type WorkerProcess = {
  readonly pid: number;
  /** What it has written so far. */
  readonly output: () => string;
  /** Sends the signal and waits for the exit. */
  readonly end: (signal: "SIGTERM" | "SIGKILL") => Promise<WorkerEnd>;
  readonly hasEnded: () => boolean;
};

export type WorkerEnd = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
};

/**
 * Starts a worker in a process of its own. It is killed with the test's process, whatever happens.
 */
export function startWorkerProcess(
  file: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): WorkerProcess {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
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
      child.kill(signal);
      const [code, endSignal] = await ended;
      return { code, signal: endSignal };
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
