import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;

/**
 * How far the newest final block is below the head in tests; on the main network it is some twenty
 * blocks.
 */
const FINAL_BLOCKS_BELOW = 3;

/** The TRON emulator as a separate process, for one test file. Blocks come only on command. */
export type SandboxTronNode = {
  readonly url: string;
  /** Calls one of the sandbox's own paths, such as `mine`. */
  readonly control: (path: string, question?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
};

export async function startSandboxTronNode(): Promise<SandboxTronNode> {
  const folder = await mkdtemp(join(tmpdir(), "chaintill-tron-"));
  const program = join(process.cwd(), "scripts/emulators/bin.mjs");
  const flags = ["--port", "0", "--state", join(folder, "state.json"), "--manual", "--solid", `${FINAL_BLOCKS_BELOW}`];
  const child = spawn(process.execPath, [program, "tron", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  const stop = async () => {
    process.removeListener("exit", killOnExit);
    await stopChild(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${await readPort(child)}`;
    return { url, control: (path, question = {}) => post(`${url}/sandbox/${path}`, question), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads the one line that the node prints when it is ready. */
async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error("the node has no output");
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(START_LIMIT_MS);
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`the TRON node ended with code ${code}`);
  });
  const [line] = (await Promise.race([once(lines, "line", { signal }), ended])) as [string];
  // Nothing awaits its end any more.
  ended.catch(() => undefined);
  return (JSON.parse(line) as { port: number }).port;
}

async function post(url: string, question: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(question) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${text}`);
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if ("Error" in answer) throw new Error(`${new URL(url).pathname}: ${String(answer.Error)}`);
  return answer;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exited;
  clearTimeout(force);
}
