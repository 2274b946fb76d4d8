import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { findFreePort } from "@/scripts/lib/ports.mjs";

const START_LIMIT_MS = 60_000;
const POLL_MS = 10;
const STOP_LIMIT_MS = 5_000;

/** A local EVM node for one test file. */
export type Anvil = {
  readonly url: string;
  readonly chainId: number;
  /** Calls any JSON-RPC or anvil_* method; throws with the node's message on an error. */
  readonly rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the anvil binary directly: a signal to the npm wrapper would leave the real process
 * running. `flags` are added to host, port and chain id, e.g. ["--no-mining"].
 */
export async function startAnvil(options: { chainId: number; flags?: readonly string[] }): Promise<Anvil> {
  const port = await findFreePort();
  const { chainId, flags = [] } = options;
  const child = spawn(
    findAnvilBinary(),
    ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), "--silent", ...flags],
    { stdio: "ignore" },
  );
  const killOnExit = () => child.kill("SIGKILL");
  process.once("exit", killOnExit);
  const url = `http://127.0.0.1:${port}`;
  const rpc = (method: string, params: readonly unknown[] = []) => requestRpc(url, method, params);
  await waitForAnswer(child, rpc);
  return {
    url,
    chainId,
    rpc,
    async stop() {
      process.removeListener("exit", killOnExit);
      await stopChild(child);
    },
  };
}

async function requestRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function waitForAnswer(child: ChildProcess, rpc: Anvil["rpc"]): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await rpc("eth_chainId");
      return;
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`anvil ended with code ${child.exitCode}`);
      if (Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error("anvil did not answer in time", { cause: error });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exited;
  clearTimeout(force);
}

/** The platform package contains the binary; its name follows Node's platform and architecture. */
function findAnvilBinary(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const require = createRequire(import.meta.url);
  return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);
}
