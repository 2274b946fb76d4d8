import { readFileSync } from "node:fs";
import { againWhileRaced } from "@/scripts/lib/sandbox/faucet-races.mjs";

type Chain = {
  readonly rpcUrl: string;
  readonly faucet: string;
  /** URL for payments on chains without unlocked accounts. */
  readonly payUrl: string;
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>;
};

function chainsOfSandbox(): Readonly<Record<string, Chain>> {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { networks }: { networks: Record<string, Chain> } = JSON.parse(readFileSync(file, "utf8"));
  return networks;
}

/** Returns whether the chain runs: some need an installed node. */
export function sandboxHas(network: string): boolean {
  return chainsOfSandbox()[network] !== undefined;
}

/** Returns the network's chain, as described by the sandbox. */
export function chainOf(network: string): Chain {
  const chain = chainsOfSandbox()[network];
  if (chain === undefined) throw new Error(`the sandbox has no ${network}`);
  return chain;
}

/** Sends whole tokens to an address, as a customer's wallet does. Returns the transaction id. */
export async function sendTokens(network: string, token: string, to: string, amount: bigint): Promise<string> {
  const { rpcUrl, faucet, tokens } = chainOf(network);
  const { address, decimals } = tokens[token] ?? { address: "", decimals: 0 };
  const units = amount * 10n ** BigInt(decimals);
  // transfer(address,uint256)
  const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${units.toString(16).padStart(64, "0")}`;
  // Other tests, and the pages that they use, send from the same faucet. The minimum tip, as for
  // the pages' play money: the node's default would raise the fees of payouts meanwhile.
  const call = { from: faucet, to: address, data, maxPriorityFeePerGas: "0x1" };
  return await againWhileRaced(() => ask(rpcUrl, "eth_sendTransaction", call));
}

/**
 * Sends an amount in base units of a network's native coin, on a chain without unlocked accounts.
 */
export async function sendCoins(network: string, to: string, units: string): Promise<void> {
  const response = await fetch(chainOf(network).payUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outputs: [{ to, contract: null, units }] }),
  });
  if (!response.ok) throw new Error(`the chain refused: ${await response.text()}`);
}

/** Returns an address's balance of a token, in its base units. */
export async function tokenBalance(network: string, token: string, owner: string): Promise<bigint> {
  const { rpcUrl, tokens } = chainOf(network);
  const { address } = tokens[token] ?? { address: "" };
  // balanceOf(address)
  const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, "0")}`;
  return BigInt(await ask(rpcUrl, "eth_call", { to: address, data }, "latest"));
}

async function ask(rpcUrl: string, method: string, ...params: readonly unknown[]): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error }: { result?: string; error?: unknown } = await response.json();
  if (result === undefined) throw new Error(`the node refused: ${JSON.stringify(error)}`);
  return result;
}

/** Converts a decimal token amount to base units, exactly. */
export function toTokenUnits(network: string, token: string, amount: string): bigint {
  const { decimals } = chainOf(network).tokens[token] ?? { decimals: 0 };
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** Returns an unused address. */
export function freshAddress(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
