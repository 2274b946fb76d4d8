import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Payment } from "@/lib/chains/contract/rig";

const STOP_LIMIT_MS = 5_000;

/** The TON emulator for one test file, in a process that shares no code with the driver. */
export type TonSandbox = {
  readonly url: string;
  readonly mine: (blocks: number) => Promise<void>;
  /** Pays all of them at once from a funded third party; the next block includes it. */
  readonly send: (payments: readonly Payment[]) => Promise<void>;
  /** Creates a token and returns its canonical master. */
  readonly token: (token: { symbol: string; name: string; decimals: number }) => Promise<string>;
  /** Any other control; see scripts/emulators/ton/sandbox-routes.mjs. */
  readonly control: (name: string, body: unknown) => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the sandbox; blocks come only from `mine`. With `spread`, each message of a chain takes
 * its own block.
 */
export async function startTonSandbox({ spread = false } = {}): Promise<TonSandbox> {
  const directory = await mkdtemp(join(tmpdir(), "ton-sandbox-"));
  const flags = ["--port", "0", "--state", join(directory, "state.json"), "--manual", ...(spread ? ["--spread"] : [])];
  const child = spawn(process.execPath, ["scripts/emulators/bin.mjs", "ton", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  const url = `http://127.0.0.1:${await readPort(child)}`;
  const control = (name: string, body: unknown) => post(`${url}/sandbox/${name}`, body);
  return {
    url,
    mine: async (blocks) => void (await control("mine", { blocks })),
    async send(payments) {
      const outputs = payments.map(({ to, asset, units }) => ({
        to: to.address,
        contract: asset.kind === "native" ? null : asset.contract,
        units: units.toString(),
        ...(to.memo === null ? {} : { memo: to.memo }),
      }));
      await control("send", { outputs });
    },
    token: async (token) => String((await control("token", token))["contract"]),
    control,
    async stop() {
      process.removeListener("exit", killOnExit);
      await stopChild(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function readPort(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream | null }): Promise<number> {
  if (child.stdout === null) throw new Error("the node's output is not read");
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line) as { readonly port: number };
    return port;
  }
  throw new Error("the TON sandbox ended before it was ready");
}

async function post(url: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (!response.ok) throw new Error(`${url}: ${String(answer["error"])}`);
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
