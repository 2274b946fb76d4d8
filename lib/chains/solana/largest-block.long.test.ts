import { afterEach, expect, it } from "vitest";
import { matching, never } from "@/lib/chains/contract/steps";
import { createSolanaDriver } from "@/lib/chains/solana/create-solana-driver";
import { type LargeNode, listOf, measure, startLargeNode } from "@/lib/chains/testing/large-node";

/**
 * Units of a block, and of the smallest transaction: 720 for a signature, 300 for a lock, 150 for
 * the instruction that limits loaded data (block_cost_limits.rs).
 */
const [BLOCK_UNITS, TRANSACTION_UNITS] = [100_000_000, 720 + 300 + 150];
const TRANSACTIONS = Math.floor(BLOCK_UNITS / TRANSACTION_UNITS);
/** MAX_TX_ACCOUNT_LOCKS; lookup tables identify each with one byte. */
const ACCOUNTS = 64;
const SLOT = 400_000_000;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const text = (index: number, characters: number) => {
  const digits = [...index.toString(20)].map((digit) => BASE58[Number.parseInt(digit, 20)]).join("");
  return digits.padStart(characters, "A");
};
const OWNER = { address: text(7, 44), memo: null };

const others = [
  ...listOf(
    ACCOUNTS - 1,
    (index) => `{"pubkey":"${text(100 + index, 44)}","signer":false,"source":"lookupTable","writable":false}`,
  ),
].join("");
const balances = [...listOf(ACCOUNTS - 1, (index) => String(2_039_280 + index))].join("");

let node: LargeNode;
afterEach(() => node?.stop());

/** Each pays a different account; the middle one is ours. */
function transaction(index: number): string {
  const payee = index === TRANSACTIONS >> 1 ? OWNER.address : text(1_000_000 + index, 44);
  const effects = `"err":null,"fee":5000,"preBalances":[0,${balances}],"postBalances":[${5_000 + index},${balances}],"preTokenBalances":[],"postTokenBalances":[],"status":{"Ok":null}`;
  const keys = `{"pubkey":"${payee}","signer":false,"source":"transaction","writable":true},${others}`;
  return `{"meta":{${effects}},"transaction":{"accountKeys":[${keys}],"signatures":["${text(index, 88)}"]},"version":0}`;
}

function* answer(body: string): Generator<string> {
  const { method, params } = JSON.parse(body) as { readonly method: string; readonly params: readonly unknown[] };
  yield '{"jsonrpc":"2.0","id":1,"result":';
  if (method === "getGenesisHash") yield `"${text(1, 44)}"`;
  else if (method === "getSlot") yield String(SLOT);
  else if (method === "getBlocks") yield `[${SLOT}]`;
  else {
    yield `{"blockhash":"${text(3, 44)}","previousBlockhash":"${text(2, 44)}","parentSlot":${SLOT - 1},"blockHeight":${SLOT - 9},"blockTime":1700000000`;
    const isWhole = (params[1] as { readonly transactionDetails: string }).transactionDetails === "accounts";
    if (isWhole) yield ',"transactions":[';
    if (isWhole) yield* listOf(TRANSACTIONS, transaction);
    yield isWhole ? "]}" : "}";
  }
  yield "}";
}

it("reads a block with as many transactions as its units allow, each with the maximum number of accounts", async () => {
  node = await startLargeNode(({ body }) => answer(body));
  const driver = createSolanaDriver({
    network: "sol",
    isSandbox: true,
    urls: [node.url],
    native: { symbol: "SOL", decimals: 9 },
  });
  const range = { fromHeight: SLOT, toHeight: SLOT, match: matching([OWNER]) };
  const { result, ...measured } = await measure("Solana", () => driver.scan(range, never()));
  console.log(`${node.sentMb()} MB`);
  expect(result.transfers).toMatchObject([{ to: OWNER, units: 5_000n + BigInt(TRANSACTIONS >> 1) }]);
  expect(measured.grewMb).toBeLessThan(400);
  expect(measured.heldMs).toBeLessThan(2_000);
});
