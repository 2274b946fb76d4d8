import { afterEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import {
  type LargeNode,
  listOf,
  measure,
  type NodeRequest,
  startLargeNode,
  word,
} from "@/lib/chains/testing/large-node";
import { fromContractForm } from "@/lib/chains/tron/config";
import { createTronDriver } from "@/lib/chains/tron/create-tron-driver";
import { TRANSFER_TOPIC } from "@/lib/chains/tron/trc20";

/**
 * BLOCK_SIZE of java-tron's ChainConstant, and the minimum size of a TRX transfer with its
 * signature.
 */
const [BLOCK_BYTES, TRANSFER_BYTES] = [2_000_000, 200];
const TRANSFERS = BLOCK_BYTES / TRANSFER_BYTES;
/**
 * A transaction may burn 15,000 TRX (getMaxFeeLimit) at 100 sun per unit of energy, of which a log
 * takes 1,756.
 */
const LOGS = Math.floor(15_000_000_000 / 100 / 1_756);
/** Only execution time limits the results of a block: these cost 60,000 TRX. */
const CALLS = 4;
const HEIGHT = 70_000_000;
const OURS = word(5, 40);
const OWNER = { address: fromContractForm(OURS), memo: null };
const id = (index: number) => word(1_000 + index);
const blockId = (height: number) => `${word(height, 16)}${"a".repeat(48)}`;

let node: LargeNode;
afterEach(() => node?.stop());

function* block(height: number, transactions: Iterable<string>): Generator<string> {
  const parent = `"parentHash":"${blockId(Math.max(height - 1, 0))}"`;
  const number = height === 0 ? "" : `"number":${height},`;
  yield `{"blockID":"${blockId(height)}","block_header":{"raw_data":{${number}${parent},"timestamp":1800000000000}},"transactions":[`;
  yield* transactions;
  yield "]}";
}

function transaction(index: number): string {
  const isCall = index < CALLS;
  const type = isCall ? "TriggerSmartContract" : "TransferContract";
  const to = isCall ? `"data":"","contract_address":"41${word(9, 40)}"` : `"to_address":"41${word(index + 99, 40)}"`;
  const value = `{"amount":${index + 1},"owner_address":"41${word(7, 40)}",${to}}`;
  const contract = `{"parameter":{"value":${value},"type_url":"type.googleapis.com/protocol.${type}"},"type":"${type}"}`;
  return `{"ret":[{"contractRet":"SUCCESS"}],"signature":["${"ab".repeat(65)}"],"txID":"${id(index)}","raw_data":{"contract":[${contract}],"ref_block_bytes":"abcd","ref_block_hash":"${word(1, 16)}","expiration":1800000000000,"timestamp":1800000000000},"raw_data_hex":"${"ab".repeat(130)}"}`;
}

function log(call: number, index: number): string {
  const to = call === 1 && index === LOGS >> 1 ? OURS.padStart(64, "0") : word(index + 77);
  return `{"address":"${word(11, 40)}","topics":["${TRANSFER_TOPIC}","${word(3)}","${to}"],"data":"${word(9)}"}`;
}

function* infos(): Generator<string> {
  for (let index = 0; index < TRANSFERS; index += 1) {
    yield `${index === 0 ? "" : ","}{"id":"${id(index)}","fee":1100000,"blockNumber":${HEIGHT},"blockTimeStamp":1800000000000`;
    if (index < CALLS) {
      yield ',"receipt":{"result":"SUCCESS","energy_usage_total":149999999},"log":[';
      yield* listOf(LOGS, (at) => log(index, at));
      yield "]}";
    } else yield ',"receipt":{"net_fee":100000}}';
  }
}

function* answer({ path, body }: NodeRequest): Generator<string> {
  const { num } = JSON.parse(body) as { readonly num?: number };
  if (path.endsWith("/getblockbylimitnext")) {
    yield '{"block":[';
    yield* block(HEIGHT, listOf(TRANSFERS, transaction));
    yield "]}";
  } else if (path.endsWith("/gettransactioninfobyblocknum")) {
    yield "[";
    yield* infos();
    yield "]";
  } else yield* block(num ?? HEIGHT, []);
}

it("reads a block with as many transactions as its bytes allow, and as many logs as some of them can pay for", async () => {
  node = await startLargeNode(answer);
  const native = { symbol: "TRX", decimals: 6 };
  const driver = createTronDriver({ network: "tron", isSandbox: true, urls: [node.url], native });
  const range = { fromHeight: HEIGHT, toHeight: HEIGHT, match: matching([OWNER]) };
  const { result, ...measured } = await measure("TRON", () => driver.scan(range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers).toMatchObject([{ transactionId: id(1), position: `log:${LOGS >> 1}`, to: OWNER }]);
  expect(measured.grewMb).toBeLessThan(500);
  expect(measured.heldMs).toBeLessThan(2_000);
});
