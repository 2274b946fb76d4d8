/** The sandbox: five EVM networks on this machine, with play money and a rich account that anybody here may use. */
import { join } from "node:path";
import { callNode, startAnvil } from "./anvil.mjs";
import { readJson, writeJson } from "./paths.mjs";
import { ensureTokens } from "./sandbox-tokens.mjs";

const tether = (decimals, contract = "standard-token") => ({ contract, name: "Tether USD", decimals });
const circle = (decimals) => ({ contract: "standard-token", name: "USD Coin", decimals });

/** Chain ids and decimals are those of the real networks; on Ethereum the real USDT returns nothing, so ours does neither. */
export const SANDBOX_NETWORKS = {
  eth: { chainId: 1, tokens: { USDT: tether(6, "silent-token"), USDC: circle(6) } },
  bsc: { chainId: 56, tokens: { USDT: tether(18), USDC: circle(18) } },
  polygon: { chainId: 137, tokens: { USDT: tether(6), USDC: circle(6) } },
  arbitrum: { chainId: 42161, tokens: { USDT: tether(6), USDC: circle(6) } },
  avalanche: { chainId: 43114, tokens: { USDT: tether(6), USDC: circle(6) } },
};

const FAUCET_BALANCE_WEI = 10n ** 30n;
const FAUCET_REFILL_BELOW_WEI = 10n ** 29n;

async function fillFaucet(rpcUrl) {
  const [faucet] = await callNode(rpcUrl, "eth_accounts");
  const balance = BigInt(await callNode(rpcUrl, "eth_getBalance", faucet, "latest"));
  if (balance < FAUCET_REFILL_BELOW_WEI) {
    await callNode(rpcUrl, "anvil_setBalance", faucet, `0x${FAUCET_BALANCE_WEI.toString(16)}`);
  }
  return faucet;
}

async function startNetwork(code, { folder, logFolder, port, known, onSpawn }) {
  const { chainId, tokens } = SANDBOX_NETWORKS[code];
  const name = `chain-${code}`;
  const options = {
    chainId,
    stateFile: join(folder, `${code}.json`),
    logFile: join(logFolder, `${name}.log`),
    onSpawn: (child) => onSpawn?.(name, child),
  };
  const node = await startAnvil({ ...options, port });
  // Whoever knows the node knows its port: it comes back there or not at all.
  const restart = async () => (await startAnvil({ ...options, port: node.port, isPortFixed: true })).child;
  try {
    const faucet = await fillFaucet(node.rpcUrl);
    const deployed = await ensureTokens(node.rpcUrl, faucet, tokens, known);
    return {
      code,
      node: { ...node, restart },
      description: { rpcUrl: node.rpcUrl, chainId, faucet, tokens: deployed },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/**
 * Starts every sandbox network with its state in `folder`. Ports and token addresses of the last start are used again.
 *
 * Answers `{ nodes, networks, stop }`: `nodes` are the started processes by network code (`restart` answers a new child on the same port), `networks` the description that
 * sandbox.json shows. When one network fails the others are stopped.
 */
export async function startSandboxChains({ folder, logFolder, onSpawn }) {
  const memoryFile = join(folder, "deployments.json");
  const memory = readJson(memoryFile) ?? {};
  const starts = Object.keys(SANDBOX_NETWORKS).map((code) =>
    startNetwork(code, { folder, logFolder, onSpawn, port: memory[code]?.port, known: memory[code]?.tokens }),
  );
  const results = await Promise.allSettled(starts);
  const started = results.filter((result) => result.status === "fulfilled").map((result) => result.value);
  const stop = async () => void (await Promise.all(started.map(({ node }) => node.stop())));
  const failure = results.find((result) => result.status === "rejected");
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const addresses = (tokens) =>
    Object.fromEntries(Object.entries(tokens).map(([symbol, { address }]) => [symbol, address]));
  const remembered = started.map(({ code, node, description }) => [
    code,
    { port: node.port, tokens: addresses(description.tokens) },
  ]);
  writeJson(memoryFile, Object.fromEntries(remembered));
  return {
    nodes: Object.fromEntries(started.map(({ code, node }) => [code, node])),
    networks: Object.fromEntries(started.map(({ code, description }) => [code, description])),
    stop,
  };
}
