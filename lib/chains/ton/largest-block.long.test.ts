import { beginCell } from "@ton/core";
import { afterEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { type LargeNode, listOf, measure, startLargeNode, word } from "@/lib/chains/testing/large-node";
import { rawAccount } from "@/lib/chains/ton/config";
import { createTonDriver } from "@/lib/chains/ton/create-ton-driver";

/**
 * A message has at most 2^21 bits (max_msg_bits), a shard's block at most a mebibyte (ConfigParam
 * 23), and a masterchain block covers one or two of each shard, of which there are four. This is
 * ten times as much as those hold.
 */
const TRANSACTIONS = 4_000;
const HEAVY_BYTES = 40_000;
const HEIGHT = 50_000_000;
const SEQNO_BELOW = HEIGHT - 1;
const base64 = (index: number) => Buffer.from(word(index), "hex").toString("base64");
const account = (index: number) => `0:${word(index).toUpperCase()}`;
const OURS = account(4_711);

let node: LargeNode;
afterEach(() => node?.stop());

/** Returns a body of this length in cells of 127 bytes each. */
function bodyOf(bytes: number): string {
  let cell = beginCell().endCell();
  for (let left = bytes; left > 0; left -= 127)
    cell = beginCell().storeBuffer(Buffer.alloc(127, left)).storeRef(cell).endCell();
  return cell.toBoc().toString("base64");
}

const HEAVY = bodyOf(HEAVY_BYTES);

function message(index: number): string {
  const ends = `"source":"${account(900_000 + index)}","destination":"${account(index)}"`;
  return `{"hash":"${base64(index)}",${ends},"value":"${index + 1}","fwd_fee":"0","ihr_fee":"0","bounced":false,"opcode":"0x00000000","message_content":{"body":"${HEAVY}"},"init_state":null}`;
}

function transaction(index: number): string {
  const fields = `"hash":"${base64(1_000_000 + index)}","lt":"${index + 1}","prev_trans_lt":"0","mc_block_seqno":${HEIGHT},"total_fees":"1"`;
  const description =
    '"description":{"aborted":false,"compute_ph":{"success":true},"action":{"success":true,"skipped_actions":0}}';
  // The network's own contracts run without a message (tick transactions).
  const at = index === 0 ? `-1:${"5".repeat(64)}` : index === TRANSACTIONS >> 1 ? OURS : account(index);
  return `{"account":"${at}",${fields},${description},"in_msg":${index === 0 ? "null" : message(index)},"out_msgs":[]}`;
}

function block(height: number): string {
  return `{"workchain":-1,"shard":"8000000000000000","seqno":${height},"root_hash":"${base64(height)}","gen_utime":"1700000000","start_lt":"${height}","tx_count":${height === HEIGHT ? TRANSACTIONS : 1}}`;
}

function* answer(path: string): Generator<string> {
  const { pathname, searchParams } = new URL(path, "http://node");
  const numberOf = (name: string) => Number.parseInt(searchParams.get(name) ?? "", 10);
  if (pathname === "/api/v2/getMasterchainInfo") {
    yield `{"result":{"init":{"seqno":0,"root_hash":"${base64(0)}","file_hash":"${base64(0)}"}}}`;
  } else if (pathname === "/api/v3/blocks") {
    const seqno = numberOf("seqno");
    const heights = Number.isNaN(seqno) ? (searchParams.has("mc_seqno") ? [HEIGHT] : [SEQNO_BELOW, HEIGHT]) : [seqno];
    yield `{"blocks":[${heights.map(block).join(",")}]}`;
  } else {
    const offset = numberOf("offset");
    yield '{"transactions":[';
    yield* listOf(Math.min(numberOf("limit"), TRANSACTIONS - offset), (index) => transaction(offset + index));
    yield "]}";
  }
}

it("reads a masterchain block whose transactions are too large for a page of the usual length", async () => {
  node = await startLargeNode(({ path }) => answer(path));
  const driver = createTonDriver({
    network: "ton",
    isSandbox: true,
    urls: [node.url],
    native: { symbol: "TON", decimals: 9 },
  });
  const address = rawAccount(OURS);
  const range = { fromHeight: HEIGHT, toHeight: HEIGHT, match: matching([{ address, memo: null }]) };
  const { result, ...measured } = await measure("TON", () => driver.scan(range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers).toMatchObject([{ to: { address }, units: BigInt((TRANSACTIONS >> 1) + 1) }]);
  expect(measured.grewMb).toBeLessThan(600);
  expect(measured.heldMs).toBeLessThan(2_000);
});
