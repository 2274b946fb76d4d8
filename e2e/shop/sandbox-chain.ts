import { readFileSync } from "node:fs";

type Chain = {
  readonly rpcUrl: string;
  readonly faucet: string;
  readonly tokens: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>;
};

/** The chain of this network, as the sandbox describes it to everybody. */
function chainOf(network: string): Chain {
  const file = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";
  const { networks }: { networks: Record<string, Chain> } = JSON.parse(readFileSync(file, "utf8"));
  const chain = networks[network];
  if (chain === undefined) throw new Error(`the sandbox has no ${network}`);
  return chain;
}

/** Sends whole tokens to an address, as a customer's wallet does. Answers the transaction's id. */
export async function sendTokens(network: string, token: string, to: string, amount: bigint): Promise<string> {
  const { rpcUrl, faucet, tokens } = chainOf(network);
  const { address, decimals } = tokens[token] ?? { address: "", decimals: 0 };
  const units = amount * 10n ** BigInt(decimals);
  // transfer(address,uint256)
  const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, "0")}${units.toString(16).padStart(64, "0")}`;
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendTransaction",
      params: [{ from: faucet, to: address, data }],
    }),
  });
  const { result, error }: { result?: string; error?: unknown } = await response.json();
  if (result === undefined) throw new Error(`the node refused: ${JSON.stringify(error)}`);
  return result;
}
