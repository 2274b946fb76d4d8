import fc from "fast-check";
import { isLosslessNumber, parse } from "lossless-json";
import { describe, expect, it } from "vitest";
import { decodeReference } from "@/lib/chains/bitcoin-like/blocks";
import { reasonOf } from "@/lib/chains/bitcoin-like/broadcast";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { readRates } from "@/lib/chains/bitcoin-like/confirmability";
import { decodeTransaction, units } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError, parseExact, type RpcCall } from "@/lib/chains/bitcoin-like/json-rpc";
import { createMempoolReader } from "@/lib/chains/bitcoin-like/mempool";
import { paidIn, toTransfer } from "@/lib/chains/bitcoin-like/transfers";
import { matching, never } from "@/lib/chains/contract/steps";
import type { Transfer } from "@/lib/chains/facts";

const LTC = "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh";
const LTC_SCRIPT = "001496cd3178f3de0f307bcee1aeaa4d5987862dd30a";
const id = (digit: string | number) => String(digit).padStart(64, "0");

describe("amounts", () => {
  it.each([
    ["90071992.54740993", 9_007_199_254_740_993n],
    ["0.00000001", 1n],
    ["0", 0n],
    ["0.00000000", 0n],
    ["5", 500_000_000n],
    ["1e-8", 1n],
    ["1.5E+2", 15_000_000_000n],
    ["0.100000000000", 10_000_000n],
    ["143000000000.12345678", 14_300_000_000_012_345_678n],
  ])("are exact for the text %s", (text, expected) => {
    expect(units(amountIn(text))).toBe(expected);
  });

  it.each(["-1", "0.000000001", "1e99", "1e-9", '"1.0.0"', '" 1"', "[1.5]", "null", "100000000000000000000000"])(
    "are rejected when malformed: %s",
    (text) => {
      expect(() => units(amountIn(text))).toThrow(/the node sent no amount/);
    },
  );
});

describe("JSON from nodes", () => {
  it("keeps the text of each number and leaves every other text unchanged", () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(":1.5", '":1.5', '\\":1.5,', '\\\\": 2', "1.5", '{"value":1.5}'),
    );
    const leaf = fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, leaf, fc.dictionary(text, tie("tree"), { noNullPrototype: true })),
    }));
    const asText = (value: unknown): unknown => {
      if (isLosslessNumber(value)) return value.value;
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
    };
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (result, indent) => {
        const json = JSON.stringify({ result }, null, indent);
        fc.pre(!json.includes("__proto__"));
        expect(parseExact(json)).toEqual(asText(parse(json)));
      }),
    );
  });
});

describe("transfers of a block", () => {
  it("skip Litecoin's extension blocks, and lock their pegged-out coins for six blocks", () => {
    const hogEx = {
      txid: id("e"),
      vin: [
        { txid: id("d"), vout: 0 },
        { ismweb: true, output_id: id("f") },
      ],
      vout: [
        { n: 0, value: 1000.5, scriptPubKey: { hex: `5820${"ab".repeat(32)}`, type: "witness_mweb_hogaddr" } },
        { n: 1, value: 0.25, scriptPubKey: { hex: LTC_SCRIPT, addresses: ["rltc1whatever"] } },
        { ismweb: true, output_id: id("c") },
      ],
    };
    expect(paidByBlock("ltc", blockOf([paying("1", 0.5), hogEx]))).toMatchObject([
      { transactionId: id(1), position: "0", units: 50_000_000n, to: { address: LTC } },
      { transactionId: id("e"), position: "1", units: 25_000_000n, to: { address: LTC }, lockedUntilHeight: 3_000_006 },
    ]);
    expect(paidByBlock("ltc", blockOf([paying("1", 0.5)]))[0]).not.toHaveProperty("lockedUntilHeight");
  });

  it("count the amount beside a Bitcoin Cash token as money, but never as a spendable coin", () => {
    const output = {
      n: 0,
      value: 0.5,
      scriptPubKey: { hex: LTC_SCRIPT },
      tokenData: { category: id("f"), amount: "1" },
    };
    const carrying = { txid: id("a"), vin: [{ txid: id("b"), vout: 0 }], vout: [output] };
    const [transfer] = paidByBlock("ltc", blockOf([carrying]));
    expect(transfer).toMatchObject({ units: 50_000_000n, isUnspendable: true });
    expect(paidByBlock("ltc", blockOf([paying("1", 0.5)]))[0]).not.toHaveProperty("isUnspendable");
  });

  it("lock a miner's reward until the chain lets it be spent", () => {
    const coinbase = { ...paying("1", 6.25), vin: [{ coinbase: "03", sequence: 1 }] };
    expect(paidByBlock("ltc", blockOf([coinbase]))[0]?.lockedUntilHeight).toBe(3_000_100);
    expect(paidByBlock("doge", blockOf([coinbase]))).toEqual([]);
  });

  it("are rejected when a node sends an invalid amount", () => {
    expect(() => blockOf([paying("1", 0.123456789)])).toThrow(/amount/);
  });
});

describe("fee rates", () => {
  const network = { relayfee: 0.00001, incrementalfee: 0.00001 };
  const mempool = { mempoolminfee: 0.00002 };
  const noMethod = new NodeAnswerError(-32601, "Method not found");
  const switchedOff = new NodeAnswerError(-32603, "Fee estimation disabled");

  it.each([
    [{ feerate: 0.00012345, blocks: 6 }, null, 12_345n],
    [{ errors: ["Insufficient data or no feerate found"], blocks: 6 }, null, null],
    [{ feerate: -1, blocks: 6 }, null, null],
    [noMethod, 0.00001, 1_000n],
    [noMethod, -1, null],
    [switchedOff, null, null],
  ])("from a node answering %o and %s are %s, with the relay minimum beside them", async (smart, older, estimated) => {
    const answers: Record<string, unknown> = { estimatesmartfee: smart, estimatefee: older };
    const node = fakeNode({ ...answers, getnetworkinfo: network, getmempoolinfo: mempool });
    const rates = await readRates(node, "bch", "recommended", never());
    expect(rates).toEqual({ estimated, minimum: 2_000n, incremental: 1_000n });
  });
});

describe("refusals", () => {
  it.each([
    ["txn-mempool-conflict", "conflict"],
    ["tx-txlock-conflict", "conflict"],
    ["insufficient feerate: does not improve feerate diagram", "conflict"],
    [
      "insufficient fee, rejecting replacement aa; new feerate 0.00002 BTC/kvB <= old feerate 0.00002 BTC/kvB",
      "conflict",
    ],
    ["too many potential replacements, rejecting replacement aa; too many", "conflict"],
    ["min relay fee not met, 110 < 141", "fee"],
    ["mempool min fee not met, 110 < 141", "fee"],
    ["66: mempool min fee not met", "fee"],
    ["mempool full", "fee"],
    ["dust", "invalid"],
    ["64: dust", "invalid"],
    ["mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)", "invalid"],
    ["max-fee-exceeded", "invalid"],
    ["tx-size-small", "invalid"],
  ] as const)("%s is %s", (message, reason) => {
    expect(reasonOf(`node:1 sendrawtransaction: ${message}`)).toBe(reason);
  });
});

describe("the mempool reader", () => {
  const ours = matching([{ address: LTC, memo: null }]);

  it("reads each pending transaction once, a bounded number per call, newest first", async () => {
    const mempool = createMempool();
    const read = createMempoolReader("ltc");
    for (let number = 0; number < 700; number += 1) mempool.waiting.push(id(number));
    await read(mempool.node, ours, never());
    expect(mempool.asked).toHaveLength(500);
    // To find their senders.
    expect(mempool.askedForBytes).toHaveLength(50);
    mempool.waiting.push(id("abc"));
    const transfers = await read(mempool.node, ours, never());
    expect(mempool.asked[500]).toBe(id("abc"));
    expect(new Set(mempool.asked).size).toBe(701);
    expect(transfers).toHaveLength(701);
    await read(mempool.node, ours, never());
    expect(mempool.asked).toHaveLength(701);
  });

  it("drops transactions that left the mempool, and tolerates one that left while being read", async () => {
    const mempool = createMempool();
    const read = createMempoolReader("ltc");
    mempool.waiting.push(id(1), id(2), id("dead"));
    expect((await read(mempool.node, ours, never())).map(({ transactionId }) => transactionId)).toEqual([id(1), id(2)]);
    mempool.waiting.shift();
    const again = await read(mempool.node, ours, never());
    expect(again).toMatchObject([{ transactionId: id(2), block: null, units: 10_000_000n, from: null }]);
    expect(await read(mempool.node, matching([]), never())).toEqual([]);
  });

  it("reads transactions again when the caller's lookup failed", async () => {
    const mempool = createMempool();
    const read = createMempoolReader("ltc");
    mempool.waiting.push(id(1));
    const failing = () => Promise.reject(new Error("the database is gone"));
    await expect(read(mempool.node, failing, never())).rejects.toThrow();
    expect(await read(mempool.node, ours, never())).toHaveLength(1);
  });
});

function amountIn(text: string): unknown {
  return (parseExact(`{"value": ${text}}`) as { readonly value: unknown }).value;
}

type Json = Readonly<Record<string, unknown>>;

function paying(digit: string, coins: number): Json {
  const vin = [{ txid: id("a"), vout: 1 }];
  return { txid: id(digit), vin, vout: [{ n: 0, value: coins, scriptPubKey: { hex: LTC_SCRIPT } }] };
}

function paidByBlock(family: CoinFamily, { reference, transactions }: ReturnType<typeof blockOf>): readonly Transfer[] {
  return transactions
    .flatMap((transaction) => paidIn(family, transaction))
    .flatMap((paid) => toTransfer(family, paid, reference));
}

/** Round-trips through text, as if sent by a node. */
function blockOf(transactions: readonly Json[]) {
  const header = { height: 3_000_000, hash: id("b"), previousblockhash: id("a"), time: 1_700_000_000 };
  const read = parseExact(JSON.stringify({ ...header, tx: transactions })) as { tx: unknown[] };
  return { reference: decodeReference(read), transactions: read.tx.map(decodeTransaction) };
}

function fakeNode(answers: Readonly<Record<string, unknown>>): CoinNode {
  const answerTo = ({ method }: RpcCall) => {
    const result = answers[method];
    if (result instanceof NodeAnswerError) return result;
    return (parseExact(JSON.stringify({ result })) as { readonly result: unknown }).result;
  };
  return {
    name: "played",
    request: async (method, params) => answerTo({ method, params }),
    read: async (call) => answerTo(call),
    batch: async (calls) => calls.map(answerTo),
  };
}

function createMempool() {
  const waiting: string[] = [];
  const asked: string[] = [];
  const askedForBytes: string[] = [];
  const lookUp = ({ params }: RpcCall) => {
    const [transactionId, isVerbose] = params as [string, boolean];
    (isVerbose ? asked : askedForBytes).push(transactionId);
    if (!isVerbose) return new NodeAnswerError(-5, "It tells no bytes");
    if (transactionId === id("dead")) return new NodeAnswerError(-5, "No such mempool transaction");
    return parseExact(JSON.stringify({ ...paying("0", 0.1), txid: transactionId }));
  };
  const node: CoinNode = {
    name: "played",
    request: async () => [...waiting],
    read: async (call) => lookUp(call),
    batch: async (calls) => calls.map(lookUp),
  };
  return { waiting, asked, askedForBytes, node };
}
