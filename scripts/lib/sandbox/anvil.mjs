/** One anvil node: a real EVM on the loopback address whose state survives restarts. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { anvilBinary, callNode } from "../../emulators/anvil.mjs";
import { hasEnded, spawnChild } from "../children.mjs";
import { writeFileAtomic } from "../paths.mjs";
import { findFreePort } from "../ports.mjs";
import { stopProcess } from "../processes.mjs";

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 20_000;
const BLOCK_SECONDS = 5;
/** A node outlives a killed `up` and saves when it is stopped, so this covers a power failure. */
const SAVE_SECONDS = 30;
/**
 * Stored states of past blocks: an audit reads balances at the block that it has reached, and a
 * reorganisation goes back several blocks. Few, because each contains a list of all block hashes;
 * the default of thousands fills the disk.
 */
const STATES_KEPT = 32;
/**
 * Later forks write to system contracts in every block, which makes an empty block ten times as
 * expensive.
 */
const HARD_FORK = "shanghai";

function looksWhole(path) {
  return existsSync(path) && readFileSync(path).subarray(-64).toString().trimEnd().endsWith("}");
}

/** A power failure during a save leaves half a file: the copy of the last start is used then. */
function repairState(stateFile) {
  if (!existsSync(stateFile) || looksWhole(stateFile)) return;
  renameSync(stateFile, `${stateFile}.damaged`);
  if (looksWhole(`${stateFile}.backup`)) copyFileSync(`${stateFile}.backup`, stateFile);
}

async function waitForNode(child, rpcUrl, chainId) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!hasEnded(child) && Date.now() < deadline) {
    const answer = await callNode(rpcUrl, "eth_chainId").catch(() => undefined);
    if (answer !== undefined) return BigInt(answer) === BigInt(chainId) && !hasEnded(child);
    await pause(10);
  }
  return false;
}

/**
 * The node recreates its genesis block at every start and then loads the saved one beside it. The
 * two are the same block only with the time of the first start.
 */
function readGenesisTime(stateFile, chainId) {
  const file = `${stateFile}.genesis`;
  // Chains that start in the same second must not have the same genesis block.
  if (!existsSync(file)) writeFileAtomic(file, String(Math.floor(Date.now() / 1000) - (chainId % 1000)));
  return readFileSync(file, "utf8").trim();
}

function nodeArguments(port, chainId, stateFile) {
  return [
    ...["--timestamp", readGenesisTime(stateFile, chainId)],
    ...["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId), "--silent"],
    ...["--mixed-mining", "--block-time", String(BLOCK_SECONDS)],
    ...["--hardfork", HARD_FORK, "--prune-history", String(STATES_KEPT), "--preserve-historical-states"],
    ...["--state", stateFile, "--state-interval", String(SAVE_SECONDS)],
  ];
}

/**
 * Starts a node that mines a block at once for a transaction and else every 5 seconds. Loads its
 * state from `stateFile` if that exists, and saves it there at intervals and on SIGTERM.
 *
 * `onSpawn` is called with each process as soon as it exists. Returns
 * `{ child, pid, port, rpcUrl, stop }`. Throws if the node does not start.
 */
export async function startAnvil({ chainId, stateFile, port: preferred, isPortFixed = false, logFile, onSpawn }) {
  const folder = dirname(stateFile);
  mkdirSync(folder, { recursive: true });
  repairState(stateFile);
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = isPortFixed ? preferred : await findFreePort(attempt === 1 ? preferred : undefined);
    const rpcUrl = `http://127.0.0.1:${port}`;
    // The node writes scratch files into its user's home folder; it gets the data folder for one.
    const env = { ...process.env, HOME: folder };
    const child = spawnChild({ command: anvilBinary(), args: nodeArguments(port, chainId, stateFile), env, logFile });
    onSpawn?.(child);
    if (await waitForNode(child, rpcUrl, chainId)) {
      // Its clock started at the genesis block or at the last saved one; a block with the current
      // time shows that the node keeps up.
      await callNode(rpcUrl, "evm_setTime", Math.floor(Date.now() / 1000));
      await callNode(rpcUrl, "evm_mine");
      if (existsSync(stateFile)) copyFileSync(stateFile, `${stateFile}.backup`);
      return { child, pid: child.pid, port, rpcUrl, stop: () => stopProcess(child.pid, { timeoutMs: 20_000 }) };
    }
    if (child.pid) await stopProcess(child.pid);
  }
  throw new Error(`The sandbox node of chain ${chainId} did not start; its log is ${logFile}`);
}
