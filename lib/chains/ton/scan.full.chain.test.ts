import { afterAll, beforeAll, expect, it } from "vitest";
import { NATIVE } from "@/lib/chains/contract/rig";
import { matching, never, theOnly } from "@/lib/chains/contract/steps";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { scanRange } from "@/lib/chains/ton/scan";
import { startTonSandbox, type TonSandbox } from "@/lib/chains/ton/testing/sandbox-node";
import { createTonKeys } from "@/lib/chains/ton/testing/ton-keys";
import { driverAt } from "@/lib/chains/ton/testing/ton-rig";
import { createMasterFinder } from "@/lib/chains/ton/token-origin";
import { createTonNode, type Query, type TonNode } from "@/lib/chains/ton/ton-node";

/** Maximum number of transactions in one answer of an index, as the driver requests them. */
const PAGE = 500;
const OPTIONS = { findMaster: createMasterFinder(), isSandbox: false };
const to = { address: createTonKeys().create(), memo: null };
let sandbox: TonSandbox;
let node: TonNode;
let height: number;

beforeAll(async () => {
  sandbox = await startTonSandbox();
  node = createTonNode(sandbox.url, 5_000);
  await sandbox.send([{ to, asset: NATIVE, units: 1_000_000_000n }]);
  await sandbox.mine(1);
  ({ height } = await driverAt(sandbox.url, true).head(never()));
});

afterAll(() => sandbox.stop());

type Row = Readonly<Record<string, unknown>>;

/**
 * The sandbox, behind a wrapper that changes its answers about the transactions of a block, or
 * their number.
 */
function nodeWith(simulated: {
  readonly page?: (read: readonly Row[], query: Query) => readonly Row[];
  readonly count?: number;
}): TonNode {
  return {
    ...node,
    async get(path, query, signal) {
      const answer = (await node.get(path, query, signal)) as { transactions: readonly Row[]; blocks: readonly Row[] };
      if (path.endsWith("ByMasterchainBlock")) {
        return { transactions: simulated.page?.(answer.transactions, query) ?? answer.transactions };
      }
      if (simulated.count === undefined || query["mc_seqno"] === undefined) return answer;
      const [own, ...others] = answer.blocks;
      return { blocks: [{ ...own, tx_count: simulated.count }, ...others.map((block) => ({ ...block, tx_count: 0 }))] };
    },
  };
}

const scan = (from: TonNode, toHeight = height) =>
  scanRange(from, { fromHeight: toHeight, toHeight, match: matching([to]) }, OPTIONS, never());

it("does not treat a block that a lagging copy of the index lacks as empty", async () => {
  // An empty answer, as the real index gives for a block that it lacks: the sandbox gives it above
  // its head.
  const above = (await node.get("/api/v3/transactionsByMasterchainBlock", { seqno: height + 1 }, never())) as {
    readonly transactions: readonly Row[];
  };
  await expect(scan(nodeWith({ page: () => above.transactions }))).rejects.toThrow(ChainInconsistentError);
  expect(theOnly((await scan(node)).transfers)).toMatchObject({ to, units: 1_000_000_000n });
});

it("does not end a block early when a lagging copy returns no further pages", async () => {
  const answer = (await node.get(
    "/api/v3/transactionsByMasterchainBlock",
    { seqno: height, sort: "asc" },
    never(),
  )) as {
    readonly transactions: readonly Row[];
  };
  const filling = Array.from({ length: PAGE }, (_, index) => {
    const hash = Buffer.from(index.toString(16).padStart(64, "0"), "hex").toString("base64");
    return { ...answer.transactions[0], hash };
  });
  const rows = [...filling, ...answer.transactions];
  const page = (_: readonly Row[], { offset }: Query) => rows.slice(Number(offset), Number(offset) + PAGE);
  const cut = (_: readonly Row[], { offset }: Query) => (offset === 0 ? rows.slice(0, PAGE) : []);
  const count = rows.length;
  await expect(scan(nodeWith({ page: cut, count }))).rejects.toThrow(`${PAGE} transactions of the ${count}`);
  expect(theOnly((await scan(nodeWith({ page, count }))).transfers)).toMatchObject({ to, units: 1_000_000_000n });
});
