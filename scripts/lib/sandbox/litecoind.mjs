/**
 * One Bitcoin-like node on the loopback address: Debian's litecoind on a private chain that
 * survives restarts, with a rich wallet.
 */
import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, spawnChild } from "../children.mjs";
import { writeFileAtomic } from "../paths.mjs";
import { findFreePort } from "../ports.mjs";
import { stopProcess } from "../processes.mjs";
import { openFaucet } from "./litecoind-faucet.mjs";
import { callCoinNode } from "./litecoind-rpc.mjs";

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 20_000;
const USER = "chaintill";
const SETTINGS = "rpc.conf";

/**
 * Debian's own path first: what it puts on the PATH is a shell script that writes into the home
 * folder.
 */
const DEBIAN_BINARY = "/usr/lib/litecoin/litecoind";
const NAMES = ["litecoind", "bitcoind"];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the program to start, or null if none is installed. */
export function findLitecoind() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [DEBIAN_BINARY, ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
  return candidates.find(isExecutable) ?? null;
}

/**
 * Nobody else on the machine may use the faucet's wallet. The password is created once and stored
 * beside the chain, in the file where the node looks for it: everybody can read a process's command
 * line.
 */
function readPassword(data) {
  const file = join(data, SETTINGS);
  if (!existsSync(file)) {
    writeFileAtomic(file, `rpcuser=${USER}\nrpcpassword=${randomBytes(24).toString("hex")}\n`);
  }
  return /^rpcpassword=(.+)$/m.exec(readFileSync(file, "utf8"))?.[1];
}

/**
 * Litecoin's nodes accept no replacement by default, and their extension blocks would start at
 * height 432 and then require a payment into them before any further block. Bitcoin's know neither
 * flag.
 */
function flagsOf(binary) {
  if (basename(binary) === "bitcoind") return [];
  return ["-mempoolreplacement=1", "-vbparams=mweb:9999999999:9999999999"];
}

/**
 * The program's defaults are Litecoin's. Bitcoin's dust limit is a tenth of it: 294 units to a
 * witness key hash instead of 2,940, and the sandbox must accept what the real network accepts.
 */
const FLAGS_OF_NETWORK = { btc: ["-dustrelayfee=0.00003"], ltc: [] };

function nodeArguments(binary, { data, port, network }) {
  return [
    ...["-regtest", `-datadir=${data}`, "-server=1", "-listen=0", "-printtoconsole=0", "-nodebuglogfile"],
    ...[`-conf=${SETTINGS}`, "-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1", `-rpcport=${port}`],
    ...["-txindex=1", "-fallbackfee=0.0002", "-dbcache=16", "-maxmempool=20", "-keypool=5"],
    ...flagsOf(binary),
    ...FLAGS_OF_NETWORK[network],
  ];
}

async function waitForNode(child, rpcUrl) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!hasEnded(child) && Date.now() < deadline) {
    const height = await callCoinNode(rpcUrl, "getblockcount").catch(() => undefined);
    if (height !== undefined) return !hasEnded(child);
    await pause(20);
  }
  return false;
}

async function settle({ child, port, rpcUrl }) {
  const stopChild = () => stopProcess(child.pid, { timeoutMs: 20_000 });
  try {
    const faucet = await openFaucet(rpcUrl, () => hasEnded(child));
    const stop = async () => {
      await faucet.stop();
      await stopChild();
    };
    return { child, pid: child.pid, port, rpcUrl, send: faucet.send, stop };
  } catch (error) {
    await stopChild();
    throw error;
  }
}

/**
 * Starts a node that mines a block within 250 ms of a transaction and else every 5 seconds, as long
 * as this process runs. Chain, wallet and password are those of the last start with the same
 * `folder`. `network`: `btc` or `ltc`, the network that it represents.
 *
 * `onSpawn` is called with each process as soon as it exists. Returns
 * `{ child, pid, port, rpcUrl, send, stop }`: `rpcUrl` contains user and password;
 * `send({ to, units })` pays base units (bigint) to an address of a main network or to a script in
 * hexadecimal, and returns the transaction id. Throws if no program is installed (see
 * `findLitecoind`), and if the node does not start.
 */
export async function startLitecoind({ network, folder, port: preferred, isPortFixed = false, logFile, onSpawn }) {
  const binary = findLitecoind();
  if (binary === null) throw new Error("No litecoind is installed (Debian: apt-get install litecoind)");
  const data = join(folder, "node");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const password = readPassword(data);
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = isPortFixed ? preferred : await findFreePort(attempt === 1 ? preferred : undefined);
    const rpcUrl = `http://${USER}:${password}@127.0.0.1:${port}`;
    // Whatever it writes into its user's home folder goes beside the chain.
    const env = { ...process.env, HOME: folder };
    const child = spawnChild({ command: binary, args: nodeArguments(binary, { data, port, network }), env, logFile });
    onSpawn?.(child);
    if (await waitForNode(child, rpcUrl)) return settle({ child, port, rpcUrl });
    if (child.pid) await stopProcess(child.pid);
  }
  throw new Error(`litecoind did not start; its log is ${logFile}`);
}
