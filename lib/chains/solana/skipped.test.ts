import { expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { createFailover } from "@/lib/chains/failover";
import { readReference } from "@/lib/chains/solana/create-solana-driver";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";

const HASH = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";

type StatedChain = {
  /** Slots of the chain that have a block. */
  readonly chain: readonly number[];
  /** The blocks that the node has lost. */
  readonly lost?: readonly number[];
  /** The lost blocks that it still lists. */
  readonly listed?: readonly number[];
  readonly head?: number;
};

function nodeOf({ chain, lost = [], listed = [], head = Math.max(...chain) }: StatedChain, name = "node"): SolanaNode {
  const has = (slot: number) => chain.includes(slot) && !lost.includes(slot);
  return {
    name,
    read: () => Promise.reject(new Error("nobody asked for a large block")),
    async request(method, params) {
      if (method === "getSlot") return `#${head}`;
      const [from, to] = params as [number, number];
      if (method === "getBlocks") {
        const within = chain.filter((slot) => slot >= from && slot <= to);
        return within.filter((slot) => has(slot) || listed.includes(slot)).map((slot) => `#${slot}`);
      }
      if (!has(from)) throw new NodeAnswerError("Slot was skipped, or missing", -32_007, null);
      const parentSlot = chain.filter((slot) => slot < from).at(-1) ?? 0;
      const links = { blockhash: HASH, previousBlockhash: HASH, parentSlot: `#${parentSlot}` };
      return { ...links, blockHeight: `#${chain.indexOf(from)}`, blockTime: "#1700000000" };
    },
  };
}

const read = (stated: StatedChain, slot: number) => readReference(nodeOf(stated), slot, never());

it("accepts that a slot was skipped when the next block, however far above, is built on one below", async () => {
  const chain = [5, 9, 500];
  expect((await read({ chain }, 9))?.height).toBe(9);
  expect(await read({ chain }, 7)).toBeNull();
  expect(await read({ chain }, 10)).toBeNull();
  expect(await read({ chain }, 501)).toBeNull();
  // Skipped so far: the block above does not exist yet.
  expect(await read({ chain, head: 502 }, 501)).toBeNull();
});

it("treats a block that the node lost as the node's failure, and queries the next one", async () => {
  const chain = [5, 6, 7, 8];
  for (const holed of [
    { chain, lost: [6] },
    { chain, lost: [6, 7] },
    { chain, lost: [6], listed: [6] },
    { chain, lost: [6, 7], listed: [7] },
  ]) {
    await expect(read(holed, 6)).rejects.toThrow(ChainInconsistentError);
    const nodes = createFailover({
      nodes: [nodeOf(holed, "holed"), nodeOf({ chain }, "whole")],
      verify: async () => {},
    });
    expect((await nodes.call((node) => readReference(node, 6, never()), never()))?.height).toBe(6);
  }
});
