import { expect, test } from "vitest";
import type { BlockReference, ChainDriver } from "@/lib/chains/driver";
import { probeNodes } from "@/lib/fronts/doctor/probe-nodes";
import { buildCatalog } from "@/lib/pricing/catalog/build-catalog";
import { reviewedContent } from "@/lib/pricing/catalog/reviewed-content";

const HEAD = 900_000;
const never = new AbortController().signal;
const blockAt = (height: number): BlockReference => ({ height, hash: "aa", parentHash: "bb", time: new Date() });

type Node = {
  readonly oldest: number;
  /** Heights without a block, as on chains that skip some. */
  readonly skipped?: readonly number[];
  readonly hasIndex?: boolean;
};

/**
 * Probes a node of Bitcoin with this history; returns the result, and the oldest height asked for.
 */
async function probe({ oldest, skipped = [], hasIndex = true }: Node, isSandbox = false, withHistory = true) {
  const asked: number[] = [];
  const driver: Partial<ChainDriver> = {
    identify: async () => ({ genesisHash: "00" }),
    head: async () => blockAt(HEAD),
    async blockAt(height) {
      asked.push(height);
      return height < oldest || skipped.includes(height) ? null : blockAt(height);
    },
    async transactionStatus() {
      if (!hasIndex) throw new Error("http://a.test has no transaction index (start it with txindex=1)");
      return { state: "absent" };
    },
    nodeHealth: () => [],
    features: { spending: "coins" } as ChainDriver["features"],
  };
  const catalog = buildCatalog(reviewedContent({ isSandbox }));
  const open = async () => driver as ChainDriver;
  const [found] = await probeNodes(catalog, { btc: ["http://a.test"] }, never, { open, withHistory });
  return { text: `${found?.state}: ${found?.summary}`, oldest: asked.length === 0 ? null : Math.min(...asked) };
}

const OK = "ok: It responds and is on the right chain.";

test("a node must have a block of a day ago; some heights may have none", async () => {
  expect(await probe({ oldest: 0 })).toEqual({ text: OK, oldest: HEAD - 144 });
  expect((await probe({ oldest: 0, skipped: [HEAD - 144, HEAD - 143] })).text).toBe(OK);
  expect((await probe({ oldest: HEAD - 100 })).text).toBe("error: It responds, but it has no blocks of yesterday.");
});

test("where coins are spent, a node without an index of transactions is an error, without its URL", async () => {
  expect((await probe({ oldest: 0, hasIndex: false })).text).toBe(
    "error: It responds, but it cannot answer about past transactions: the node has no transaction index (start it with txindex=1).",
  );
});

test("neither is asked of a sandbox chain, nor by the workers' regular probes", async () => {
  const pruned = { oldest: HEAD, hasIndex: false };
  expect(await probe(pruned, true)).toEqual({ text: OK, oldest: null });
  expect(await probe(pruned, false, false)).toEqual({ text: OK, oldest: null });
});
