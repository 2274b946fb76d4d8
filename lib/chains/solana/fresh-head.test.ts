import { expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { createFailover } from "@/lib/chains/failover";
import { readFreshHead } from "@/lib/chains/solana/create-solana-driver";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

const HASH = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";

/** A node whose newest block is in this slot and has this age. */
function nodeAt(name: string, slot: number, ageSeconds: number): SolanaNode {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const links = { blockhash: HASH, previousBlockhash: HASH, parentSlot: `#${slot - 1}`, blockHeight: `#${slot}` };
  return {
    name,
    read: () => Promise.reject(new Error("nobody asked for a large block")),
    request: async (method) => (method === "getSlot" ? `#${slot}` : { ...links, blockTime: `#${seconds}` }),
  };
}

async function headOf(nodes: readonly SolanaNode[]): Promise<number> {
  return (await readFreshHead(createFailover({ nodes, verify: async () => {} }), never())).height;
}

it("leaves a node that stopped following the chain, but no node when the chain itself has halted", async () => {
  const stuck = nodeAt("stuck", 1_000, 300);
  expect(await headOf([stuck, nodeAt("other", 2_000, 1)])).toBe(2_000);
  expect(await headOf([stuck, nodeAt("other", 1_050, 270)])).toBe(1_000);
  expect(await headOf([stuck])).toBe(1_000);
  expect(await headOf([nodeAt("a little behind", 1_900, 5), nodeAt("other", 2_000, 1)])).toBe(1_900);
});
