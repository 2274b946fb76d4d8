/**
 * The sandbox: networks of every family on this machine, with play money and a rich account that
 * pays any address.
 */
import { join } from "node:path";
import { readJson, writeJson } from "./paths.mjs";
import { coinChainsBlocker, startCoinChain } from "./sandbox/coin-chains.mjs";
import { startEvmChain } from "./sandbox/evm-chains.mjs";
import { DEFAULT_SANDBOX_CODES, SANDBOX_FAMILIES } from "./sandbox/networks.mjs";
import { moneroBlocker, startNodeChain } from "./sandbox/node-chains.mjs";

/**
 * Starters by family, `(code, { folder, logFile, memory, onSpawn })`: `memory` is what the last
 * start stored about this network. Each returns `{ node: { child, restart, stop, close? },
 * description, memory }`: `restart` starts it on the same port with the same state and returns the
 * new child, `close` ends what runs in this process for it.
 */
const STARTERS = {
  evm: startEvmChain,
  btc: startCoinChain,
  ltc: startCoinChain,
  tron: startNodeChain,
  sol: startNodeChain,
  ton: startNodeChain,
  xmr: startNodeChain,
};

/**
 * Returns what must be installed for some of them: `codes` and, if it is missing, a sentence that
 * says so.
 */
function whyNot(codes) {
  const coins = codes.filter((code) => STARTERS[SANDBOX_FAMILIES[code]] === startCoinChain);
  const monero = codes.filter((code) => code === "xmr");
  return [
    { codes: coins, reason: coins.length > 0 ? coinChainsBlocker(coins) : null },
    { codes: monero, reason: monero.length > 0 ? moneroBlocker() : null },
  ].filter(({ reason }) => reason !== null);
}

/**
 * `real` are networks with nodes of their own: one that was never a sandbox network is not silently
 * turned into one.
 */
function chooseCodes(wanted, { memory, real }) {
  const kept = wanted.filter((code) => real.includes(code) && memory[code] === undefined);
  const free = wanted.filter((code) => !kept.includes(code));
  const missing = whyNot(free);
  return {
    codes: free.filter((code) => !missing.some(({ codes }) => codes.includes(code))),
    notes: [
      ...kept.map((code) => `${code} has real nodes (NODE_URLS_${code.toUpperCase()}), so it gets no sandbox chain`),
      ...missing.map(({ reason }) => reason),
    ],
  };
}

async function startChain(code, { folder, logFolder, memory, onSpawn }) {
  const name = `chain-${code}`;
  const started = await STARTERS[SANDBOX_FAMILIES[code]](code, {
    folder,
    logFile: join(logFolder, `${name}.log`),
    memory: memory[code] ?? {},
    onSpawn: (child) => onSpawn?.(name, child),
  });
  return { code, ...started };
}

/**
 * Starts sandbox networks concurrently, with their states in `folder`. Reuses ports and token
 * addresses of the last start.
 *
 * Returns `{ nodes, networks, notes, stop }`: `nodes` are the started processes by network code,
 * `networks` the description in sandbox.json, `notes` sentences about networks that cannot be
 * started here. If one network fails the others are stopped.
 */
export async function startSandboxChains({
  folder,
  logFolder,
  codes: wanted = DEFAULT_SANDBOX_CODES,
  real = [],
  onSpawn,
}) {
  const memoryFile = join(folder, "deployments.json");
  const memory = readJson(memoryFile) ?? {};
  const { codes, notes } = chooseCodes(wanted, { memory, real });
  const results = await Promise.allSettled(
    codes.map((code) => startChain(code, { folder, logFolder, memory, onSpawn })),
  );
  const started = results.filter((result) => result.status === "fulfilled").map((result) => result.value);
  const stop = async () => void (await Promise.all(started.map(({ node }) => node.stop())));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) {
    await stop();
    throw failure.reason;
  }
  // Networks that are omitted this time keep their ports for the next.
  writeJson(memoryFile, { ...memory, ...Object.fromEntries(started.map((it) => [it.code, it.memory])) });
  return {
    nodes: Object.fromEntries(started.map(({ code, node }) => [code, node])),
    networks: Object.fromEntries(started.map(({ code, description }) => [code, description])),
    notes,
    stop,
  };
}
