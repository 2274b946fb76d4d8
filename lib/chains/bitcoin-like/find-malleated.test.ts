import { expect, test } from "vitest";
import { findMalleated } from "@/lib/chains/bitcoin-like/find-malleated";
import { type CoinNode, numberText } from "@/lib/chains/bitcoin-like/json-rpc";
import type { MalleatedSearch } from "@/lib/chains/spending";
import { readFakeAnswer } from "@/lib/chains/testing/fake-answer";

const SIGNED_AT_S = 1_700_000_000;
const BLOCK_S = 60;
const hashOf = (branch: number, height: number) => (branch * 1_000_000 + height + 1).toString(16).padStart(64, "0");
const COIN = "c".repeat(64);

/**
 * A node with a long chain that can be reorganised, and that records which blocks were requested.
 */
function fakeNode(tip: number) {
  const branches = Array.from({ length: tip + 1 }, () => 1);
  const read: number[] = [];
  const spenders = new Map<number, string>();
  const at = (height: number) => hashOf(branches[height] ?? 0, height);
  const fields = (height: number) => ({
    hash: at(height),
    height: `${height}`,
    previousblockhash: at(height - 1),
    time: `${SIGNED_AT_S + height * BLOCK_S}`,
    tx: spenders.has(height)
      ? [
          {
            txid: spenders.get(height),
            vin: [{ txid: COIN, vout: "0" }],
            vout: [{ value: "1", n: "0", scriptPubKey: { hex: "51" } }],
          },
        ]
      : [],
  });
  const heightOf = (blockHash: unknown) => branches.findIndex((_, index) => at(index) === blockHash);
  const resultOf = (answer: unknown) => (answer as { readonly result: unknown }).result;
  const node: CoinNode = {
    name: "played",
    async request(method, [blockHash]) {
      return method === "getbestblockhash" ? at(branches.length - 1) : fields(heightOf(blockHash));
    },
    async read({ params: [blockHash] }, reading) {
      const height = heightOf(blockHash);
      read.push(height);
      return readFakeAnswer(JSON.stringify({ result: fields(height) }), numberText, reading).then(resultOf);
    },
    batch: async () => [],
  };
  return {
    node,
    read,
    mine: (blocks: number) => branches.push(...Array.from({ length: blocks }, () => 1)),
    replace: (depth: number) => branches.fill(2, branches.length - depth),
    spend: (height: number, transactionId: string) => spenders.set(height, transactionId),
  };
}

const search = (signedAtHeight: number): MalleatedSearch => ({
  versions: [
    {
      transactionId: "a".repeat(64),
      raw: Uint8Array.of(0),
      spends: { kind: "coins", coins: [{ transactionId: COIN, index: 0 }] },
    } as unknown as MalleatedSearch["versions"][number],
  ],
  // Two hours of clock tolerance.
  since: new Date((SIGNED_AT_S + (signedAtHeight + 120) * BLOCK_S) * 1_000),
});
const signal = new AbortController().signal;

/** Searches in parts that each read one block. */
async function searchInParts(
  node: CoinNode,
  signedAtHeight: number,
  between: (part: number) => void = () => undefined,
) {
  for (let part = 1; ; part += 1) {
    const { kind } = await findMalleated(node, search(signedAtHeight), { partMsMax: 0 }, signal);
    if (kind !== "unfinished") return { kind, parts: part };
    if (part > 1_000) throw new Error("it has no end");
    between(part);
  }
}

test("a search that ran out of time resumes where it stopped, and reads no block twice", async () => {
  const { node, read } = fakeNode(500);
  // The last part reads the block older than it.
  expect(await searchInParts(node, 400)).toEqual({ kind: "none", parts: 101 + 1 });
  expect(read).toEqual(Array.from({ length: 102 }, (_, index) => 500 - index));
  // Another node may need longer: this one answers at once.
  expect(await searchInParts(node, 400)).toEqual({ kind: "none", parts: 1 });
});

test("new blocks and blocks replaced by a reorganisation are read as well", async () => {
  const { node, read, mine, replace } = fakeNode(500);
  const ended = await searchInParts(node, 480, (part) => {
    if (part === 5) mine(1);
    if (part === 10) replace(3);
  });
  expect(ended.kind).toBe("none");
  expect(read.filter((height) => height === 501)).toHaveLength(2);
  expect(read.filter((height) => height === 500)).toHaveLength(2);
  expect(read.filter((height) => height === 497)).toHaveLength(1);
  expect(Math.min(...read)).toBe(479);
});

test("a new block that spends its coins ends the search", async () => {
  const { node, mine, spend } = fakeNode(500);
  const ended = await searchInParts(node, 400, (part) => {
    if (part !== 5) return;
    mine(1);
    spend(501, "a".repeat(64));
  });
  expect(ended).toEqual({ kind: "unclear", parts: 6 });
  mine(1);
  expect(await searchInParts(node, 400)).toEqual({ kind: "unclear", parts: 2 });
});

test("a limited number of blocks is searched from the head each time", async () => {
  const { node, read } = fakeNode(500);
  for (let time = 0; time < 2; time += 1) {
    expect(await findMalleated(node, search(400), { blocksMax: 3 }, signal)).toMatchObject({ kind: "unclear" });
  }
  // Answered from the cache.
  expect(read).toEqual([500, 499, 498]);
});
