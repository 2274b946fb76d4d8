import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { parse } from "lossless-json";
import { findFreePort } from "@/scripts/lib/ports.mjs";

const START_LIMIT_MS = 60_000;
const POLL_MS = 20;
const USER = "test:test";

/**
 * Debian's own path first: what Debian puts on the PATH is a shell script that writes to the home
 * folder.
 */
const DEBIAN_BINARY = "/usr/lib/litecoin/litecoind";
const NAMES = ["litecoind", "bitcoind"];

/**
 * A local node of the Bitcoin family for one test file: Litecoin's, which is Bitcoin Core 0.21 with
 * other parameters.
 */
export type Litecoind = {
  /** Includes the password. */
  readonly url: string;
  /** Throws with the node's own message on an error. Numbers of the answer are LosslessNumber. */
  readonly rpc: (method: string, params?: readonly unknown[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** Returns null when none is installed. */
export function findLitecoind(): string | null {
  // biome-ignore lint/style/noProcessEnv: the PATH is no setting of ours
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [DEBIAN_BINARY, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return candidates.find(isExecutable) ?? null;
}

/**
 * Why node tests cannot run on this machine; null when they can. On Debian: apt-get install
 * --no-install-recommends litecoind
 */
export const LITECOIND_REQUIREMENT = findLitecoind() === null ? "no litecoind here" : null;

/**
 * Starts a node with its own regression test chain, in a folder that is deleted with it. `flags`
 * are added to the default ones.
 */
export async function startLitecoind(flags: readonly string[] = []): Promise<Litecoind> {
  const binary = findLitecoind();
  if (binary === null) throw new Error("no litecoind: is it installed? Debian has it as the package litecoind");
  const folder = mkdtempSync(join(tmpdir(), "chaintill-litecoind-"));
  const port = await findFreePort();
  const child = spawn(binary, [...argumentsFor(folder, port), ...flagsOf(binary), ...flags], { stdio: "ignore" });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const endOnExit = () => {
    child.kill("SIGKILL");
    removeFolder();
  };
  process.once("exit", endOnExit);
  const stop = async () => {
    process.removeListener("exit", endOnExit);
    await stopChild(child);
    removeFolder();
  };
  const rpc = (method: string, params: readonly unknown[] = []) => requestRpc(port, method, params);
  try {
    await waitForAnswer(child, rpc);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://${USER}@127.0.0.1:${port}`, rpc, stop };
}

function argumentsFor(folder: string, port: number): readonly string[] {
  const [user, password] = USER.split(":");
  return [
    ...["-regtest", `-datadir=${folder}`, "-server=1", "-listen=0", "-printtoconsole=0"],
    ...["-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1", `-rpcport=${port}`, `-rpcuser=${user}`],
    ...[`-rpcpassword=${password}`, "-txindex=1", "-fallbackfee=0.0002", "-dbcache=16", "-maxmempool=20"],
  ];
}

/**
 * Litecoin nodes accept no replacement by default, and their extension blocks would start at height
 * 432 and then require a peg-in before any further block. Bitcoin nodes know neither flag.
 */
function flagsOf(binary: string): readonly string[] {
  if (basename(binary) === "bitcoind") return [];
  return ["-mempoolreplacement=1", "-vbparams=mweb:9999999999:9999999999"];
}

async function requestRpc(port: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(USER).toString("base64")}` },
    body: JSON.stringify({ jsonrpc: "1.0", id: 1, method, params }),
  });
  const { result, error } = parse(await response.text()) as { result?: unknown; error?: { message: string } | null };
  if (error != null) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function waitForAnswer(child: ChildProcess, rpc: Litecoind["rpc"]): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await rpc("getblockcount");
      return;
    } catch (error) {
      if (child.exitCode !== null) throw new Error(`litecoind ended with code ${child.exitCode}`);
      if (Date.now() > deadline) throw new Error("litecoind did not answer in time", { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/**
 * Kills it at once: its folder is deleted anyway, and on a graceful stop it waits for every open
 * connection.
 */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
