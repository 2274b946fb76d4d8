/** Sandbox networks of the EVM family: one anvil each, with a rich account that is unlocked on its node. */
import { join } from "node:path";
import { callNode, startAnvil } from "../anvil.mjs";
import { ensureTokens } from "../sandbox-tokens.mjs";

const tether = (decimals, contract = "standard-token") => ({ contract, name: "Tether USD", decimals });
const circle = (decimals) => ({ contract: "standard-token", name: "USD Coin", decimals });

/** Chain ids and decimals are those of the real networks; on Ethereum the real USDT returns nothing, so ours does neither. */
const CHAINS = {
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

/** Starts one of them; the parameters and the answer are those of every family (see sandbox-chains.mjs). */
export async function startEvmChain(code, { folder, logFile, memory, onSpawn }) {
  const { chainId, tokens } = CHAINS[code];
  const options = { chainId, stateFile: join(folder, `${code}.json`), logFile, onSpawn };
  const node = await startAnvil({ ...options, port: memory.port });
  // Whoever knows the node knows its port: it comes back there or not at all.
  const restart = async () => (await startAnvil({ ...options, port: node.port, isPortFixed: true })).child;
  try {
    const faucet = await fillFaucet(node.rpcUrl);
    const deployed = await ensureTokens(node.rpcUrl, faucet, tokens, memory.tokens);
    const addresses = Object.entries(deployed).map(([symbol, { address }]) => [symbol, address]);
    return {
      node: { ...node, restart },
      description: { rpcUrl: node.rpcUrl, chainId, faucet, tokens: deployed },
      memory: { port: node.port, tokens: Object.fromEntries(addresses) },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}
