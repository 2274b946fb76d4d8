import { expect, it } from "vitest";
import { never } from "@/lib/chains/contract/steps";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock, readHead, readSlots } from "@/lib/chains/solana/blocks";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";

const HASH = "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn";
const SKIPPED = -32_007;

type Options = { readonly maxSupportedTransactionVersion: number };

/** A node that has these slots, and answers all others with this code. */
function nodeWith(slots: readonly number[], code: number, head: number, versionMax = 0): SolanaNode {
  const block = (slot: number) => {
    const links = { blockhash: HASH, previousBlockhash: HASH, parentSlot: `#${Math.max(slot - 1, 0)}` };
    return { ...links, blockHeight: `#${slot}`, blockTime: "#1700000000" };
  };
  return {
    name: "node",
    read: () => Promise.reject(new Error("nobody asked for a large block")),
    async request(method, params) {
      if (method === "getSlot") return `#${head}`;
      if (method === "getBlocks") return slots.map((slot) => `#${slot}`);
      const [slot, options] = params as [number, Options];
      if (options.maxSupportedTransactionVersion < versionMax) throw new NodeAnswerError("version", -32_015, null);
      if (!slots.includes(slot)) throw new NodeAnswerError("no block", code, null);
      return block(slot);
    },
  };
}

const read = (node: SolanaNode, slot: number) => readBlock(node, slot, "confirmed", never());

it("treats a skipped slot as no block, and a pruned one as no answer", async () => {
  for (const code of [-32_004, SKIPPED, -32_009, -32_014]) expect(await read(nodeWith([], code, 9), 5)).toBeNull();
  // The block existed: "no block" would look like a reorganisation that never happened.
  await expect(read(nodeWith([], -32_001, 9), 5)).rejects.toThrow(NodeAnswerError);
  await expect(read(nodeWith([], -32_005, 9), 5)).rejects.toThrow(NodeAnswerError);
});

it("reads blocks with transactions of a newer version than it knows", async () => {
  expect((await read(nodeWith([5], SKIPPED, 9, 1), 5))?.reference.height).toBe(5);
});

it("returns the newest readable block as the head", async () => {
  expect((await readHead(nodeWith([5, 6, 8], -32_004, 9), "confirmed", never())).reference.height).toBe(8);
  await expect(readHead(nodeWith([], SKIPPED, 9), "confirmed", never())).rejects.toThrow(ChainInconsistentError);
});

it("rejects slots that were not requested, or that are not ascending", async () => {
  for (const slots of [
    [4, 5],
    [5, 10],
    [6, 5],
    [5, 5],
  ]) {
    await expect(readSlots(nodeWith(slots, SKIPPED, 9), 5, 9, "confirmed", never())).rejects.toThrow(
      ChainInconsistentError,
    );
  }
  expect(await readSlots(nodeWith([5, 9], SKIPPED, 9), 5, 9, "confirmed", never())).toEqual([5, 9]);
});
