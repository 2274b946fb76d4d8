/**
 * Sandbox networks of the EVM family: one anvil each, with a rich account that is unlocked on its
 * node.
 */
import { join } from "node:path";
import { callNode } from "../../emulators/anvil.mjs";
import { ensureTokens } from "../sandbox-tokens.mjs";
import { startAnvil } from "./anvil.mjs";
import { SANDBOX_CHAIN_IDS, SANDBOX_TOKENS } from "./networks.mjs";

const NAMES = { USDT: "Tether USD", USDC: "USD Coin" };

/** Returns the tokens by symbol, as `ensureTokens` deploys them. */
function tokensOf(code) {
  const recipes = Object.entries(SANDBOX_TOKENS[code]).map(([symbol, { decimals, isSilent }]) => {
    const contract = isSilent ? "silent-token" : "standard-token";
    return [symbol, { contract, name: NAMES[symbol] ?? symbol, decimals }];
  });
  return Object.fromEntries(recipes);
}

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

/** Starts one of them; parameters and result are those of every family (see sandbox-chains.mjs). */
export async function startEvmChain(code, { folder, logFile, memory, onSpawn }) {
  const [chainId, tokens] = [SANDBOX_CHAIN_IDS[code], tokensOf(code)];
  const options = { chainId, stateFile: join(folder, `${code}.json`), logFile, onSpawn };
  const node = await startAnvil({ ...options, port: memory.port });
  // The node's users know its port: it must come back there.
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
