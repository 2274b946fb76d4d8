import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The Solana emulator in a process of its own. */
export type SolanaProcess = {
  readonly url: string;
  readonly stateFile: string;
  /** Makes a control call; throws with the node's own message if it is refused. */
  readonly control: (call: string, body?: unknown) => Promise<Record<string, unknown>>;
  /** Ends the process, by SIGTERM by default, and waits for its exit. */
  readonly stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
};

const running = new Set<SolanaProcess>();
const folders: string[] = [];

function newStateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "solana-node-"));
  folders.push(folder);
  return join(folder, "state");
}

async function readPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface({ input: output })) return (JSON.parse(line) as { port: number }).port;
  throw new Error("the node ended before it was ready");
}

async function callControl(url: string, call: string, body: unknown): Promise<Record<string, unknown>> {
  const order = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${url}/sandbox/${call}`, { ...order, signal: AbortSignal.timeout(60_000) });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(answer["error"]));
  return answer;
}

/**
 * Starts a node with these options; with another node's state file it continues where that one
 * stopped.
 */
export async function startSolanaNode(options: readonly string[], stateFile?: string): Promise<SolanaProcess> {
  const file = stateFile ?? newStateFile();
  const program = join(import.meta.dirname, "../../bin.mjs");
  const args = [program, "solana", "--port", "0", "--state", file, ...options];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${await readPort(child.stdout)}`;
  const node: SolanaProcess = {
    url,
    stateFile: file,
    control: (call, body) => callControl(url, call, body),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await exited;
      running.delete(node);
    },
  };
  running.add(node);
  return node;
}

/** Ends every node that a test left running, and deletes their files. */
export async function stopSolanaNodes(): Promise<void> {
  await Promise.all([...running].map((node) => node.stop("SIGKILL")));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
