import { createHash } from "node:crypto";
import { RawOldTx } from "@scure/btc-signer/script.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { transactionIdOf } from "@/lib/chains/bitcoin-like/building/raw-transaction";
import { addressOfScript } from "@/lib/chains/bitcoin-like/building/script-of";
import { type CoinNode, NodeAnswerError, type RpcCall } from "@/lib/chains/bitcoin-like/json-rpc";
import { nameSenders } from "@/lib/chains/bitcoin-like/transfers";
import { never } from "@/lib/chains/contract/steps";
import type { CoinName, Transfer } from "@/lib/chains/facts";

const key = (name: string) => createHash("ripemd160").update(name).digest("hex");
const p2pkh = (name: string) => `76a914${key(name)}88ac`;
const p2sh = (name: string) => `a914${key(name)}87`;
const p2wpkh = (name: string) => `0014${key(name)}`;
const bareKey = () => `21${"02".repeat(33)}ac`;

/** Requests to the node, and the transactions it has. */
let asked: string[][] = [];
let stored = new Map<string, string>();
afterEach(() => {
  asked = [];
  stored = new Map();
  vi.useRealTimers();
});

/** Adds a transaction that pays these scripts to the node, and returns its id. */
function made(...scripts: readonly string[]): string {
  const input = {
    txid: Buffer.alloc(32, stored.size + 1),
    index: 0,
    finalScriptSig: Buffer.alloc(0),
    sequence: stored.size,
  };
  const outputs = scripts.map((script) => ({ amount: 1_000n, script: Buffer.from(script, "hex") }));
  const bytes = RawOldTx.encode({ version: 1, inputs: [input], outputs, lockTime: stored.size });
  const id = transactionIdOf(bytes);
  stored.set(id, Buffer.from(bytes).toString("hex"));
  return id;
}

const coin = (script: string): CoinName => ({ transactionId: made(script), index: 0 });
const coins = (count: number, script: string) => Array.from({ length: count }, () => coin(script));

function nodeThat(answer: (id: string) => unknown | Promise<unknown>): CoinNode {
  return {
    async batch(calls: readonly RpcCall[]) {
      const ids = calls.map(({ params }) => String(params[0]));
      asked.push(ids);
      return Promise.all(ids.map(answer));
    },
  } as unknown as CoinNode;
}
const honest = () => nodeThat((id) => stored.get(id) ?? new NodeAnswerError(-5, "no such transaction"));

function payment(transactionId: string, units = 1n): Transfer {
  const to = { address: "ours", memo: null };
  return { transactionId, position: "0", asset: { kind: "native" }, units, to, from: null, block: null };
}

/** Returns the sender of a transaction that spends these coins. */
async function senderOf(spent: readonly CoinName[], { family = "btc" as CoinFamily, node = honest() } = {}) {
  const [named] = await nameSenders(node, family, [payment("paid")], new Map([["paid", spent]]), never());
  return named?.from;
}

describe("the sender of a payment on chains of coins", () => {
  test.each([
    ["btc", p2wpkh],
    ["btc", p2sh],
    ["ltc", p2wpkh],
    ["doge", p2pkh],
    ["dash", p2pkh],
    ["bch", p2pkh],
  ] as const)("is the single address whose coins paid (%s)", async (family, script) => {
    const spent = [...coins(3, script("payer")), { transactionId: made(script("other"), script("payer")), index: 1 }];
    expect(await senderOf(spent, { family })).toBe(addressOfScript(family, script("payer")));
  });

  test.each([
    ["UTXOs of two addresses", () => [coin(p2wpkh("one")), coin(p2wpkh("two"))]],
    ["UTXOs of one key in two address forms", () => [coin(p2wpkh("one")), coin(p2pkh("one"))]],
    ["one UTXO without an address", () => [coin(p2wpkh("one")), coin(bareKey())]],
    ["only UTXOs without an address", () => [coin(bareKey()), coin(bareKey())]],
    ["an output that does not exist", () => [{ ...coin(p2wpkh("one")), index: 1 }]],
    ["no UTXO, as in a coinbase transaction", () => []],
  ])("is unknown where it spends %s", async (_, spent) => {
    expect(await senderOf(spent())).toBeNull();
  });

  test("is unknown where the node lacks a transaction, or returns the bytes of another one", async () => {
    const [there, missing] = [coin(p2wpkh("one")), coin(p2wpkh("one"))];
    stored.delete(missing.transactionId);
    expect(await senderOf([there, missing])).toBeNull();
    const other = stored.get(made(p2wpkh("listed")));
    expect(await senderOf([there], { node: nodeThat(() => other) })).toBeNull();
    expect(await senderOf([there], { node: nodeThat(() => ({ not: "text" })) })).toBeNull();
  });

  test("is looked up for at most twenty coins: a transaction with twenty-one is not looked up", async () => {
    expect(await senderOf(coins(20, p2wpkh("one")))).toBe(addressOfScript("btc", p2wpkh("one")));
    expect(asked.flat()).toHaveLength(20);
    asked = [];
    expect(await senderOf(coins(21, p2wpkh("one")))).toBeNull();
    expect(asked).toEqual([]);
  });

  test("has a fixed cost per block, with the largest payments looked up first", async () => {
    const dust = Array.from({ length: 100 }, (_, index) => payment(`dust ${index}`, 2n));
    const spent = new Map(dust.map(({ transactionId }) => [transactionId, coins(20, p2wpkh("dust"))]));
    spent.set("large", [coin(p2wpkh("payer"))]);
    const named = await nameSenders(honest(), "btc", [...dust, payment("large", 3n)], spent, never());
    expect(asked.flat()).toHaveLength(400);
    expect(asked.length).toBe(20);
    expect(named.at(-1)?.from).toBe(addressOfScript("btc", p2wpkh("payer")));
    expect(named.filter(({ from }) => from === null)).toHaveLength(81);
  });

  test("delays no block when the node does not answer, and stops when the caller aborts", async () => {
    vi.useFakeTimers();
    const silent = {
      batch: (_: unknown, signal: AbortSignal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    } as unknown as CoinNode;
    const looked = senderOf([coin(p2wpkh("one"))], { node: silent });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await looked).toBeNull();
    const reason = new Error("the worker stops");
    const spent = new Map([["paid", [coin(p2wpkh("one"))]]]);
    await expect(nameSenders(silent, "btc", [payment("paid")], spent, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
