import { afterEach, expect, it } from "vitest";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { addressOfScript } from "@/lib/chains/bitcoin-like/building/script-of";
import { createBitcoinLikeDriver } from "@/lib/chains/bitcoin-like/create-bitcoin-like-driver";
import { matching, never } from "@/lib/chains/contract/steps";
import { type LargeNode, listOf, measure, startLargeNode, word } from "@/lib/chains/testing/large-node";

/**
 * Bytes available to outputs in a block and in one of its transactions (each node's consensus.h;
 * MAX_TX_SIZE of Bitcoin Cash).
 */
const [CASH_BLOCK, CASH_TRANSACTION] = [32_000_000, 1_000_000];
/** A weight of 4,000,000, where a byte outside the witness weighs four. */
const WEIGHT_BLOCK = 1_000_000;

/** An output of 8 bytes and a length with an empty script, and one that pays to a key. */
const [LEAST_OUTPUT, KEY_OUTPUT] = [9, 34];
const HEIGHT = 900_000;
const TIME = 1_700_000_000;
const scriptOf = (index: number) => `76a914${word(index, 40)}88ac`;

type Block = { readonly transactions: number; readonly outputs: number; readonly isPaying: boolean };

let node: LargeNode;
afterEach(() => node?.stop());

function output(index: number, isPaying: boolean): string {
  const script = isPaying
    ? `"asm":"OP_DUP OP_HASH160 ${word(index, 40)} OP_EQUALVERIFY OP_CHECKSIG","hex":"${scriptOf(index)}","reqSigs":1,"type":"pubkeyhash","addresses":["bitcoincash:qp${word(index, 40)}"]`
    : '"asm":"","desc":"raw()#58lrscpx","hex":"","type":"nonstandard"';
  return `{"value":0.0000${1_000 + (index % 9_000)},"n":${index},"scriptPubKey":{${script}}}`;
}

function* transaction(index: number, { outputs, isPaying }: Block): Generator<string> {
  yield `${index === 0 ? "" : ","}{"txid":"${word(1_000 + index)}","hash":"${word(1_000 + index)}","version":2,"size":${outputs},"locktime":0,"vin":[`;
  yield `{"txid":"${word(9)}","vout":1,"scriptSig":{"asm":"","hex":""},"sequence":4294967295}],"vout":[`;
  yield* listOf(outputs, (at) => output(at + index * outputs, isPaying).replace(/"n":\d+/, `"n":${at}`));
  // The node repeats each transaction in hexadecimal.
  yield `],"hex":"${"00".repeat(outputs * (isPaying ? KEY_OUTPUT : LEAST_OUTPUT))}"}`;
}

function* header(): Generator<string> {
  yield `{"hash":"${word(HEIGHT)}","confirmations":1,"height":${HEIGHT},"time":${TIME},"previousblockhash":"${word(HEIGHT - 1)}"`;
}

function* answer(body: string, block: Block): Generator<string> {
  const asked = JSON.parse(body) as { readonly method: string } | readonly { readonly method: string }[];
  if (Array.isArray(asked))
    return yield `[${[...listOf(asked.length, (id) => `{"id":${id},"result":"${word(HEIGHT)}"}`)].join("")}]`;
  const { method } = asked as { readonly method: string };
  if (method === "getblockhash") return yield `{"result":"${word(HEIGHT)}"}`;
  yield '{"error":null,"id":0,"result":';
  yield* header();
  if (method === "getblock") {
    yield ',"tx":[';
    for (let index = 0; index < block.transactions; index += 1) yield* transaction(index, block);
    yield "]";
  }
  yield "}}";
}

const whole = (bytes: number, inOne: number, each: number, isPaying: boolean): Block => ({
  transactions: Math.floor(bytes / inOne),
  outputs: Math.floor(inOne / each),
  isPaying,
});

it.each<[string, CoinFamily, Block]>([
  ["Bitcoin Cash of empty outputs", "bch", whole(CASH_BLOCK, CASH_TRANSACTION, LEAST_OUTPUT, false)],
  ["Bitcoin Cash of payments", "bch", whole(CASH_BLOCK, CASH_TRANSACTION, KEY_OUTPUT, true)],
  ["Bitcoin of one transaction of empty outputs", "btc", whole(WEIGHT_BLOCK, WEIGHT_BLOCK, LEAST_OUTPUT, false)],
])("reads the largest block of %s", async (name, family, block) => {
  node = await startLargeNode(({ body }) => answer(body, block));
  const driver = createBitcoinLikeDriver({
    network: family,
    family,
    isSandbox: true,
    urls: [node.url],
    native: { symbol: family, decimals: 8 },
  });
  const middle = block.transactions * (block.outputs >> 1);
  const address = addressOfScript(family, scriptOf(middle)) ?? "";
  const range = { fromHeight: HEIGHT, toHeight: HEIGHT, match: matching([{ address, memo: null }]) };
  const { result, ...measured } = await measure(name, () => driver.scan(range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers.map(({ to }) => to.address)).toEqual(block.isPaying ? [address] : []);
  expect(measured.grewMb).toBeLessThan(500);
  expect(measured.heldMs).toBeLessThan(2_000);
});
