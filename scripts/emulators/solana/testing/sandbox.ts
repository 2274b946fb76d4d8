import type { Address } from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { createSolanaClient, type SolanaClient } from "./client";
import { type SolanaProcess, startSolanaNode } from "./process";

export const SOL = 1_000_000_000n;

/**
 * The node's response to a call in plain JSON, before a library reshapes it; the tests state what
 * they expect of it.
 */
type RawAnswer = Awaited<ReturnType<Response["json"]>>;

/** A separate node that produces blocks only on request, with a client of the published library. */
export type SolanaSandbox = {
  readonly node: SolanaProcess;
  readonly client: SolanaClient;
  readonly usdt: Address;
  readonly mine: (blocks: number, slots?: number) => Promise<Record<string, unknown>>;
  /** Makes the faucet pay one output: lamports, or units of a token. */
  readonly give: (to: Address, units: bigint, contract?: string | null) => Promise<Record<string, unknown>>;
  /** Creates a key with 10 SOL in a block. */
  readonly newRichKey: () => ReturnType<SolanaClient["newKey"]>;
  readonly tokenAccountOf: (owner: Address) => Promise<Address>;
  readonly callRaw: (method: string, ...params: readonly unknown[]) => Promise<RawAnswer>;
};

async function callRaw(url: string, method: string, params: readonly unknown[]): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }),
  });
  return response.json();
}

/** Starts the node, whose blocks are confirmed when one and finalized when three follow them. */
export async function openSolanaSandbox(): Promise<SolanaSandbox> {
  const node = await startSolanaNode(["--manual", "--confirmed", "1", "--finalized", "3"]);
  const client = createSolanaClient(node.url);
  const { tokens } = await node.control("describe");
  const usdt = (tokens as { USDT: { address: Address } }).USDT.address;
  const mine = (blocks: number, slots = 0) => node.control("mine", { blocks, slots });
  const give = (to: Address, units: bigint, contract: string | null = null) =>
    node.control("send", { outputs: [{ to, contract, units: String(units) }] });
  return {
    node,
    client,
    usdt,
    mine,
    give,
    async newRichKey() {
      const key = await client.newKey();
      await give(key.address, 10n * SOL);
      await mine(1);
      return key;
    },
    tokenAccountOf: async (owner) =>
      (await findAssociatedTokenPda({ mint: usdt, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0],
    callRaw: (method, ...params) => callRaw(node.url, method, params),
  };
}
