/** The anvil process behind the TRON emulator. */
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { anvilBinary, callNode } from "../anvil.mjs";
import { hasEnded, spawnGuarded, stopGuarded } from "../guarded-child.mjs";

const START_ATTEMPTS = 3;
const START_LIMIT_MS = 15_000;
/** Stored states of past blocks: the range of reorganisations and of reads of final blocks. */
const STATES_KEPT = 256;

/** Gas is free, anybody may send without a key, and blocks are mined on demand. */
function nodeArguments(port, genesisSeconds) {
  return [
    ...["--host", "127.0.0.1", "--port", String(port), "--silent", "--timestamp", String(genesisSeconds)],
    ...["--hardfork", "shanghai", "--base-fee", "0", "--gas-price", "0", "--gas-limit", "1000000000"],
    ...["--auto-impersonate", "--no-mining", "--order", "fifo", "--accounts", "1", "--balance", "0"],
    ...["--prune-history", String(STATES_KEPT), "--preserve-historical-states", "--no-request-size-limit"],
  ];
}

/** Another process may take the port before anvil does: the next attempt uses another one. */
async function findFreePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitForNode(child, url) {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!hasEnded(child) && Date.now() < deadline) {
    if ((await callNode(url, "eth_chainId").catch(() => undefined)) !== undefined) return !hasEnded(child);
    await pause(5);
  }
  return false;
}

/**
 * Starts anvil with an empty chain. `folder` takes its scratch files. Returns
 * `{ child, url, stop }`. @throws Error
 */
export async function startEvmProcess(genesisSeconds, folder) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const port = await findFreePort();
    const child = spawnGuarded(anvilBinary(), nodeArguments(port, genesisSeconds), folder);
    const url = `http://127.0.0.1:${port}`;
    if (await waitForNode(child, url)) return { child, url, stop: () => stopGuarded(child) };
    child.kill("SIGKILL");
  }
  throw new Error("anvil did not start");
}
