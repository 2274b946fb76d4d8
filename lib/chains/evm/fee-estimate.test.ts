import { expect, test } from "vitest";
import { parseTerms, readFeeEstimate } from "@/lib/chains/evm/fees";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { FeeEstimate } from "@/lib/chains/spending";

const GWEI = 10n ** 9n;
const HASH = `0x${"ab".repeat(32)}`;
const TOKEN_CALL = { from: `0x${"11".repeat(20)}`, to: `0x${"22".repeat(20)}`, value: 0n, data: "0xa9059cbb" } as const;

type Prices = { gas: bigint; baseFee: bigint | null; tips?: readonly bigint[]; suggested?: bigint };

/** A node that only answers fee queries. */
function nodeWith({ gas, baseFee, tips = [], suggested = 0n }: Prices): EvmNode {
  const hex = (value: bigint) => `0x${value.toString(16)}`;
  const block = { number: "0x1", hash: HASH, parentHash: HASH, timestamp: "0x1", transactions: [] };
  const answers: Record<string, unknown> = {
    eth_estimateGas: hex(gas),
    eth_getBlockByNumber: { ...block, baseFeePerGas: baseFee === null ? null : hex(baseFee) },
    eth_feeHistory: { reward: tips.map((tip) => [hex(tip), hex(tip), hex(tip), hex(tip)]) },
    eth_maxPriorityFeePerGas: hex(suggested),
    eth_gasPrice: hex(suggested),
  };
  return { name: "node", request: async (method) => answers[method], requestAll: unasked, read: unasked };
}

const unasked = () => Promise.reject(new Error("nobody asked for this"));

const estimate = (prices: Prices, chainId: number, replaces: FeeEstimate | null = null) =>
  readFeeEstimate(
    nodeWith(prices),
    chainId,
    { call: TOKEN_CALL, priority: "recommended", replaces },
    AbortSignal.timeout(60_000),
  );

test("an Arbitrum estimate includes the data fee with headroom, and the limit bounds the payment", async () => {
  const [execution, data] = [51_000n, 29_000n];
  const fee = await estimate({ gas: execution + data, baseFee: GWEI / 10n }, 42_161);
  const terms = parseTerms(fee.terms);
  if (terms.kind !== "eip1559") throw new Error("Arbitrum has a base fee");
  expect(fee.expectedUnits).toBe(80_000n * (GWEI / 10n + 1n));
  expect(terms.gas).toBeGreaterThan(execution + 2n * data);
  expect(fee.maximumUnits).toBe(terms.gas * terms.maxFeePerGas);
});

test("with a zero base fee the tip is the price: what senders paid, otherwise what the node suggests", async () => {
  const paid = await estimate({ gas: 50_000n, baseFee: 0n, tips: [0n, GWEI, 0n, 2n * GWEI, GWEI] }, 56);
  expect(parseTerms(paid.terms)).toMatchObject({ maxFeePerGas: GWEI, maxPriorityFeePerGas: GWEI });
  const empty = await estimate({ gas: 50_000n, baseFee: 0n, tips: [0n, 0n], suggested: GWEI / 20n }, 56);
  expect(parseTerms(empty.terms)).toMatchObject({ maxFeePerGas: GWEI / 20n, maxPriorityFeePerGas: GWEI / 20n });
  expect(empty.expectedUnits).toBe((50_000n * GWEI) / 20n);
});

test("a replacement outbids in either fee form, whichever form the original had", async () => {
  const legacy = await estimate({ gas: 50_000n, baseFee: null, suggested: 40n * GWEI }, 43_114);
  const modern = await estimate({ gas: 50_000n, baseFee: 30n * GWEI, tips: [GWEI] }, 43_114);
  const offered = parseTerms(legacy.terms);
  if (offered.kind !== "legacy") throw new Error("this node tells of no base fee");
  const after = parseTerms((await estimate({ gas: 50_000n, baseFee: 1n, tips: [1n] }, 43_114, legacy)).terms);
  if (after.kind !== "eip1559") throw new Error("this node tells of a base fee");
  for (const price of [after.maxFeePerGas, after.maxPriorityFeePerGas]) {
    expect(price * 10n).toBeGreaterThanOrEqual(offered.gasPrice * 11n);
  }
  const back = parseTerms((await estimate({ gas: 50_000n, baseFee: null, suggested: 1n }, 43_114, modern)).terms);
  if (back.kind !== "legacy") throw new Error("this node tells of no base fee");
  expect(back.gasPrice * 10n).toBeGreaterThanOrEqual(61n * GWEI * 11n);
});

test("each priority outbids its percentile of senders, and one market read prices them all", async () => {
  const asked: string[] = [];
  const node = nodeWith({ gas: 50_000n, baseFee: 30n * GWEI });
  const reward = [["0x1", "0x2", "0x3", "0x4"]];
  const counting: EvmNode = {
    name: "node",
    request: async (method, ...rest) => {
      asked.push(method);
      return method === "eth_feeHistory" ? { reward } : node.request(method, ...rest);
    },
    requestAll: node.requestAll,
    read: node.read,
  };
  const tips: bigint[] = [];
  for (const priority of ["economy", "recommended", "high", "highest"] as const) {
    const input = { call: TOKEN_CALL, priority, replaces: null };
    const terms = parseTerms((await readFeeEstimate(counting, 43_114, input, AbortSignal.timeout(60_000))).terms);
    tips.push(terms.kind === "eip1559" ? terms.maxPriorityFeePerGas : 0n);
  }
  expect(tips).toEqual([1n, 2n, 3n, 4n]);
  expect(asked.filter((method) => method !== "eth_estimateGas")).toEqual(["eth_getBlockByNumber", "eth_feeHistory"]);
});
