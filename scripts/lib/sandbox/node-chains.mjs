/**
 * Sandbox networks whose node is a process with its own pay call: the emulators of TRON, Solana and
 * TON, and the script that supervises Monero's programs.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, spawnChild } from "../children.mjs";
import { ROOT } from "../paths.mjs";
import { findFreePort } from "../ports.mjs";
import { stopProcess } from "../processes.mjs";
import { findMonero } from "./monero/programs.mjs";
import { SANDBOX_FAMILIES } from "./networks.mjs";

/** By network code, below `scripts`, with what precedes the options. */
const PROGRAMS = {
  tron: ["emulators/bin.mjs", "tron"],
  sol: ["emulators/bin.mjs", "solana"],
  ton: ["emulators/bin.mjs", "ton"],
  xmr: ["lib/sandbox/monero-node.mjs"],
};

const START_ATTEMPTS = 3;
const START_TIMEOUT_MS = 30_000;
/** At its first start Monero mines a hundred blocks, some of which take a second each. */
const SLOW_START_TIMEOUT_MS = 180_000;
const CALL_TIMEOUT_MS = 10_000;
const POLL_MS = 20;
/** They write their whole state when they are stopped. */
const STOP_TIMEOUT_MS = 20_000;

async function readFacts(rpcUrl) {
  const response = await fetch(`${rpcUrl}/sandbox/describe`, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${rpcUrl}/sandbox/describe answered ${response.status}`);
  return await response.json();
}

/**
 * Returns null if Monero's programs are installed, else a sentence that says what is missing and
 * how to get it.
 */
export function moneroBlocker() {
  if (findMonero() !== null) return null;
  const command = "apt-get install --no-install-recommends monero";
  return `no monerod and monero-wallet-rpc here, so the sandbox goes without xmr. Debian, Ubuntu: ${command}`;
}

async function waitForNode(child, rpcUrl, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (!hasEnded(child) && Date.now() < deadline) {
    const answer = await readFacts(rpcUrl).catch(() => undefined);
    // Another program may have taken the port: its response would not be this node's.
    if (answer !== undefined) return hasEnded(child) || !answer.faucet ? undefined : answer;
    await pause(POLL_MS);
  }
  return undefined;
}

/** Returns `{ child, port, rpcUrl, facts, stop }`. @throws Error when the node does not start */
async function startNode(code, { folder, port: preferred, isPortFixed = false, logFile, onSpawn }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = isPortFixed ? preferred : await findFreePort(attempt === 1 ? preferred : undefined);
    const rpcUrl = `http://127.0.0.1:${port}`;
    const [program, ...names] = PROGRAMS[code];
    const args = [
      join(ROOT, "scripts", program),
      ...names,
      "--port",
      String(port),
      "--state",
      join(folder, "state.json"),
    ];
    const child = spawnChild({ command: process.execPath, args, logFile });
    onSpawn?.(child);
    const facts = await waitForNode(child, rpcUrl, code === "xmr" ? SLOW_START_TIMEOUT_MS : START_TIMEOUT_MS);
    if (facts !== undefined) {
      return { child, port, rpcUrl, facts, stop: () => stopProcess(child.pid, { timeoutMs: STOP_TIMEOUT_MS }) };
    }
    if (child.pid) await stopProcess(child.pid);
  }
  throw new Error(`The sandbox node of ${code} did not start; its log is ${logFile}`);
}

/** Starts one of them; parameters and result are those of every family (see sandbox-chains.mjs). */
export async function startNodeChain(code, { folder, logFile, memory, onSpawn }) {
  const options = { folder: join(folder, code), logFile, onSpawn };
  const { child, port, rpcUrl, facts, stop } = await startNode(code, { ...options, port: memory.port });
  const restart = async () => (await startNode(code, { ...options, port, isPortFixed: true })).child;
  const { faucet, tokens, nodeUrl = rpcUrl } = facts;
  const payUrl = `${rpcUrl}/sandbox/send`;
  // Monero's wallets need the gateway's keys, which do not exist yet.
  const keys = code === "xmr" ? { walletsUrl: `${rpcUrl}/sandbox/wallets` } : {};
  return {
    node: { child, restart, stop },
    description: { family: SANDBOX_FAMILIES[code], rpcUrl: nodeUrl, payUrl, faucet, tokens, ...keys },
    memory: { port },
  };
}
