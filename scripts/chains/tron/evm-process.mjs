/** The anvil process behind the sandbox's TRON node. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { anvilBinary, callNode } from "../../lib/anvil.mjs";
import { findFreePort } from "../../lib/ports.mjs";

const START_ATTEMPTS = 3;
const START_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 5_000;
/** States of past blocks: what a reorganisation can go back to and what reads of final blocks look at. */
const STATES_KEPT = 256;

/** The process dies with us, whatever ends us: a shell beside it waits on a pipe that only we hold. */
const GUARD = 'exec 3<&0; (read -r _ <&3 || kill -9 $$ 2>/dev/null) & exec "$0" "$@" </dev/null 3<&-';

/** Nothing in it costs gas, anybody may send without a key, and blocks come on demand. */
function nodeArguments(port, genesisSeconds) {
  return [
    ...["--host", "127.0.0.1", "--port", String(port), "--silent", "--timestamp", String(genesisSeconds)],
    ...["--hardfork", "shanghai", "--base-fee", "0", "--gas-price", "0", "--gas-limit", "1000000000"],
    ...["--auto-impersonate", "--no-mining", "--order", "fifo", "--accounts", "1", "--balance", "0"],
    ...["--prune-history", String(STATES_KEPT), "--preserve-historical-states", "--no-request-size-limit"],
  ];
}

const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null;

async function waitForNode(child, url) {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!hasEnded(child) && Date.now() < deadline) {
    if ((await callNode(url, "eth_chainId").catch(() => undefined)) !== undefined) return !hasEnded(child);
    await pause(5);
  }
  return false;
}

async function stopChild(child) {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.stdin.end("stopped in good order\n");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}

/** Starts it with an empty chain. `folder` takes its scratch files. Answers `{ child, url, stop }`. @throws Error */
export async function startEvmProcess(genesisSeconds, folder) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = await findFreePort();
    const options = { stdio: ["pipe", "ignore", "ignore"], env: { ...process.env, HOME: folder }, detached: true };
    const child = spawn("/bin/sh", ["-c", GUARD, anvilBinary(), ...nodeArguments(port, genesisSeconds)], options);
    const url = `http://127.0.0.1:${port}`;
    if (await waitForNode(child, url)) return { child, url, stop: () => stopChild(child) };
    child.kill("SIGKILL");
  }
  throw new Error("anvil did not start");
}
