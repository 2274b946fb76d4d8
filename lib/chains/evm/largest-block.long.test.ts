import { afterEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { TRANSFER_TOPIC } from "@/lib/chains/evm/config";
import { createEvmDriver } from "@/lib/chains/evm/create-evm-driver";
import { type LargeNode, listOf, measure, startLargeNode, word } from "@/lib/chains/testing/large-node";

/** Five times Ethereum's default (EIP-7935). */
const GAS = 300_000_000;
/** Gas of a transfer (yellow paper: Gtransaction). */
const TRANSACTIONS = Math.floor(GAS / 21_000);
/** LOG3 with one word of data: 375 + 3 x 375 + 8 x 32. */
const LOGS = Math.floor(GAS / 1_756);
/**
 * A zero byte of calldata costs four gas, and ten where EIP-7623 is in force; EIP-7825 leaves 2^24
 * gas to a transaction.
 */
const [TRANSACTION_GAS, ZERO_BYTE_GAS] = [2 ** 24, 4];
const INPUT = "00".repeat(TRANSACTION_GAS / ZERO_BYTE_GAS);
const HEIGHT = 7;
const hash = (index: number) => `0x${word(index)}`;
const OURS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const OWNER = { address: OURS, memo: null };
const MIDDLE = LOGS >> 1;

let node: LargeNode;
afterEach(() => node?.stop());

function* block(isFull: boolean): Generator<string> {
  const number = `0x${HEIGHT.toString(16)}`;
  yield `{"jsonrpc":"2.0","id":1,"result":{"number":"${number}","hash":"${hash(HEIGHT)}","parentHash":"${hash(HEIGHT - 1)}"`;
  yield `,"timestamp":"0x6553f100","logsBloom":"0x${"ff".repeat(256)}","transactions":[`;
  const heavy = Math.floor(GAS / TRANSACTION_GAS);
  if (isFull) yield* listOf(TRANSACTIONS, (index) => transaction(index, index < heavy ? INPUT : ""));
  yield "]}}";
}

function transaction(index: number, input: string): string {
  const to = index === TRANSACTIONS - 1 ? OURS.toLowerCase() : `0x${word(index + 9, 40)}`;
  return `{"blockHash":"${hash(HEIGHT)}","hash":"${hash(1_000 + index)}","from":"0x${word(5, 40)}","to":"${to}","value":"0x${(index + 1).toString(16)}","nonce":"0x1","gas":"0x5208","gasPrice":"0x3b9aca00","input":"0x${input}","v":"0x25","r":"${hash(index)}","s":"${hash(index)}","type":"0x2","chainId":"0x38","accessList":[]}`;
}

function log(index: number): string {
  const to = index === MIDDLE ? OURS.slice(2).toLowerCase().padStart(64, "0") : word(index + 77);
  return `{"address":"0x${word(11, 40)}","topics":["${TRANSFER_TOPIC}","${hash(3)}","0x${to}"],"data":"${hash(9)}","blockNumber":"0x7","blockHash":"${hash(HEIGHT)}","blockTimestamp":"0x6553f100","transactionHash":"${hash(1_000)}","transactionIndex":"0x0","logIndex":"0x${index.toString(16)}","removed":false}`;
}

function* answer(body: string): Generator<string> {
  const { method, params } = JSON.parse(body) as { readonly method: string; readonly params: readonly unknown[] };
  if (method === "eth_chainId") return yield '{"jsonrpc":"2.0","id":1,"result":"0x38"}';
  if (method === "eth_getBlockByNumber") return yield* params[0] === "0x0" ? genesis() : block(params[1] === true);
  if (method === "eth_getLogs") {
    yield '{"jsonrpc":"2.0","id":1,"result":[';
    yield* listOf(LOGS, log);
    return yield "]}";
  }
  const [id] = params as readonly [string];
  yield `{"jsonrpc":"2.0","id":1,"result":{"transactionHash":"${id}","blockHash":"${hash(HEIGHT)}","status":"0x1","logs":[`;
  if (id === hash(1_000)) yield* listOf(LOGS, log);
  yield "]}}";
}

function* genesis(): Generator<string> {
  yield `{"jsonrpc":"2.0","id":1,"result":{"number":"0x0","hash":"${hash(0)}","parentHash":"${hash(0)}","timestamp":"0x0","transactions":[]}}`;
}

it("reads a block that spends all its gas on transactions, on calldata and on logs at once, and a transaction with all the logs", async () => {
  node = await startLargeNode(({ body }) => answer(body));
  const native = { symbol: "BNB", decimals: 18 };
  const driver = createEvmDriver({ network: "bsc", chainId: 56, urls: [node.url], native });
  const range = { fromHeight: HEIGHT, toHeight: HEIGHT, match: matching([OWNER]) };
  // So many zeros compress too well: the next time the node is asked for an uncompressed answer.
  await expect(driver.scan(range, never())).rejects.toThrow("200 times its size");
  const { result, ...measured } = await measure("EVM", () => driver.scan(range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers).toMatchObject([
    { transactionId: hash(1_000), position: `log:${MIDDLE}` },
    { transactionId: hash(1_000 + TRANSACTIONS - 1), position: "native" },
  ]);
  expect(measured.grewMb).toBeLessThan(400);
  expect(measured.heldMs).toBeLessThan(2_000);
});
