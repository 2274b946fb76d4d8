import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const EMULATORS = fileURLToPath(new URL("../../../../scripts/emulators/bin.mjs", import.meta.url));
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 5_000;

/** The Solana emulator for one test file: blocks come only on command. */
export type LocalSolana = {
  readonly url: string;
  /** Calls one of its `/sandbox/` endpoints; throws its message on a refusal. */
  readonly control: (call: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
};

export async function startSolanaNode(): Promise<LocalSolana> {
  const child = spawn(process.execPath, [EMULATORS, "solana", "--port", "0", "--manual"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  const url = `http://127.0.0.1:${await readPort(child)}`;
  return {
    url,
    control: (call, body) => requestControl(`${url}/sandbox/${call}`, body),
    async stop() {
      process.removeListener("exit", killOnExit);
      await stopChild(child);
    },
  };
}

/** Reads the port from the one line of JSON that it writes when it is ready. */
async function readPort(child: ChildProcess): Promise<number> {
  const timer = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MS);
  try {
    let text = "";
    for await (const chunk of child.stdout ?? []) {
      text += String(chunk);
      const { port } = text.includes("\n") ? (JSON.parse(text) as { port?: unknown }) : { port: null };
      if (typeof port === "number") return port;
    }
    throw new Error(`the Solana emulator did not start: ${text}`);
  } finally {
    clearTimeout(timer);
  }
}

async function requestControl(url: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${text}`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exited;
  clearTimeout(force);
}
