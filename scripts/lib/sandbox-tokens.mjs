/** The project's ERC-20 contracts on a sandbox node: deployed once, reused afterwards. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { callNode } from "../emulators/anvil.mjs";
import { ROOT } from "./paths.mjs";

const SUPPLY_WHOLE = 1_000_000_000_000n;
const RECEIPT_TIMEOUT_MS = 20_000;

function readContract(name) {
  return JSON.parse(readFileSync(join(ROOT, "scripts/emulators/contracts", `${name}.json`), "utf8"));
}

/** Waits for the receipt of a transaction. @throws Error when it failed or took too long */
async function waitForReceipt(rpcUrl, hash) {
  const deadline = Date.now() + RECEIPT_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const receipt = await callNode(rpcUrl, "eth_getTransactionReceipt", hash);
    if (receipt?.status === "0x1") return receipt;
    if (receipt) throw new Error(`Transaction ${hash} failed on ${rpcUrl}`);
    await pause(10);
  }
  throw new Error(`Transaction ${hash} was not mined on ${rpcUrl}`);
}

/**
 * Deploys one token whose whole supply belongs to `owner`, an account that the node holds unlocked.
 * Returns its address.
 */
export async function deployToken(rpcUrl, owner, { contract, name, symbol, decimals }) {
  const { encodeDeployData, getAddress } = await import("viem");
  const { abi, bytecode } = readContract(contract);
  const args = [name, symbol, decimals, SUPPLY_WHOLE * 10n ** BigInt(decimals)];
  const data = encodeDeployData({ abi, bytecode, args });
  const receipt = await waitForReceipt(rpcUrl, await callNode(rpcUrl, "eth_sendTransaction", { from: owner, data }));
  return getAddress(receipt.contractAddress);
}

async function hasCode(rpcUrl, address) {
  return address !== undefined && (await callNode(rpcUrl, "eth_getCode", address, "latest")) !== "0x";
}

/**
 * Ensures that every token of `tokens` (by symbol) exists on the node; `known` are the addresses of
 * earlier starts. Returns `{ SYMBOL: { address, decimals } }`.
 */
export async function ensureTokens(rpcUrl, owner, tokens, known = {}) {
  const result = {};
  for (const [symbol, token] of Object.entries(tokens)) {
    const before = known[symbol];
    const address = (await hasCode(rpcUrl, before)) ? before : await deployToken(rpcUrl, owner, { symbol, ...token });
    result[symbol] = { address, decimals: token.decimals };
  }
  return result;
}
