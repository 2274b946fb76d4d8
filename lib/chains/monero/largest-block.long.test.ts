import { afterEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { createMoneroNode } from "@/lib/chains/monero/monero-node";
import { scanRange } from "@/lib/chains/monero/scan";
import { type LargeNode, listOf, measure, startLargeNode, word } from "@/lib/chains/testing/large-node";

/**
 * Twice the median, which is at most 50 times the long-term one, which is at least 300 kB
 * (CRYPTONOTE_SHORT_TERM_BLOCK_WEIGHT_SURGE_FACTOR, CRYPTONOTE_BLOCK_GRANTED_FULL_REWARD_ZONE_V5).
 */
const BLOCK_BYTES = 2 * 50 * 300_000;
/**
 * The smallest transaction, and one with sixteen outputs (BULLETPROOF_MAX_OUTPUTS), of which
 * fifteen may be ours.
 */
const [LEAST_BYTES, FULL_BYTES, OURS_A_TRANSACTION] = [1_500, 3_000, 15];
const TRANSACTIONS = BLOCK_BYTES / LEAST_BYTES;
const PAYING = BLOCK_BYTES / FULL_BYTES;
const HEIGHT = 3_500_000;
const addressOf = (index: number) => `8${String(index).padStart(94, "A")}`;

let node: LargeNode;
afterEach(() => node?.stop());

const header = `{"height":${HEIGHT},"hash":"${word(HEIGHT)}","prev_hash":"${word(HEIGHT - 1)}","timestamp":1700000000}`;

function payment(index: number): string {
  const transactionId = word(1_000 + Math.floor(index / OURS_A_TRANSACTION));
  return `{"address":"${addressOf(index)}","amount":${index + 1},"amounts":[${index + 1}],"confirmations":1,"double_spend_seen":false,"fee":30000000,"height":${HEIGHT},"locked":true,"note":"","payment_id":"0000000000000000","subaddr_index":{"major":0,"minor":${index}},"subaddr_indices":[{"major":0,"minor":${index}}],"suggested_confirmations_threshold":1,"timestamp":1700000000,"txid":"${transactionId}","type":"in","unlock_time":0}`;
}

function* answer(body: string): Generator<string> {
  const { method } = JSON.parse(body) as { readonly method: string };
  yield '{"id":"0","jsonrpc":"2.0","result":';
  if (method === "get_block_headers_range") yield `{"headers":[${header}]}`;
  else if (method === "get_block_header_by_height") yield `{"block_header":${header}}`;
  else if (method === "get_height") yield `{"height":${HEIGHT + 1}}`;
  else if (method === "get_block") {
    const ids = [...listOf(TRANSACTIONS, (index) => `"${word(1_000 + index)}"`)].join("");
    yield `{"block_header":${header},"miner_tx_hash":"${word(1)}","tx_hashes":[${ids}]`;
    // The node repeats them twice, in hexadecimal and as JSON text.
    yield `,"blob":"${"ab".repeat(32 * TRANSACTIONS)}","json":${JSON.stringify(`{"tx_hashes":[${ids}]}`)}}`;
  } else if (method === "get_transfers") {
    yield '{"in":[';
    yield* listOf(PAYING * OURS_A_TRANSACTION, payment);
    yield "]}";
  } else yield "{}";
  yield "}";
}

it("reads the largest block that the network would ever accept, when all of it pays us", async () => {
  node = await startLargeNode(({ body }) => answer(body));
  const [limitMs, keepAhead] = [60_000, async () => {}];
  const monero = createMoneroNode(`${node.url}/?daemon=${node.url}`, limitMs);
  const owner = { address: addressOf(4_711), memo: null };
  const range = { fromHeight: HEIGHT, toHeight: HEIGHT, match: matching([owner]) };
  const { result, ...measured } = await measure("Monero", () => scanRange(monero, keepAhead, range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers).toMatchObject([{ to: owner, units: 4_712n }]);
  expect(measured.grewMb).toBeLessThan(500);
  expect(measured.heldMs).toBeLessThan(3_000);
});
