import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { chainOf } from "./sandbox-chain";

/** More than any fee: miners then ignore the transaction. */
const HELD_BACK_UNITS = 100_000_000;
const WALLET = "faucet";

type Answer = { readonly result?: unknown; readonly error?: { readonly message: string } | null };
type Call = readonly [method: string, ...params: readonly unknown[]];

export type HeldPayment = {
  readonly transactionId: string;
  /** Lets the next block include it. */
  readonly release: () => Promise<void>;
};

/**
 * Pays Litecoin to an address and keeps the sandbox's miner from including it in a block, as if
 * blocks were full. `amount`: decimal text.
 */
export async function payHeldBack(address: string, amount: string): Promise<HeldPayment> {
  const [script] = await ask<{ address?: string; addresses?: string[] }>([
    "decodescript",
    scriptOfAddress("ltc", address),
  ]);
  const to = script.address ?? script.addresses?.[0] ?? "";
  const [draft] = await ask<string>(["createrawtransaction", [], { [to]: amount }]);
  // Locks its inputs: other tests pay from the same wallet meanwhile.
  const [funded] = await ask<{ hex: string }>(["fundrawtransaction", draft, { lockUnspents: true }]);
  const [{ hex }] = await ask<{ hex: string }>(["signrawtransactionwithwallet", funded.hex]);
  const [{ txid }] = await ask<{ txid: string }>(["decoderawtransaction", hex]);
  // In one batch: a block is mined within 150 ms of a transaction.
  await ask(["sendrawtransaction", hex], prioritise(txid, -HELD_BACK_UNITS));
  return { transactionId: txid, release: async () => void (await ask(prioritise(txid, HELD_BACK_UNITS))) };
}

const prioritise = (txid: string, units: number): Call => ["prioritisetransaction", txid, null, units];

/**
 * Returns the results of the node's wallet, in the order of the calls. @throws Error with the
 * message of the first refused one
 */
async function ask<First>(first: Call, ...others: readonly Call[]): Promise<[First, ...unknown[]]> {
  const { url, authorization } = walletOfNode();
  const calls = [first, ...others].map(([method, ...params], id) => ({ id, method, params }));
  const headers = { "content-type": "application/json", authorization };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(calls) });
  const answers: Answer[] = await response.json();
  const refused = answers.find(({ error }) => error);
  if (refused) throw new Error(`the node refused: ${refused.error?.message}`);
  return answers.map(({ result }) => result) as [First, ...unknown[]];
}

function walletOfNode() {
  const url = new URL(chainOf("ltc").rpcUrl);
  const authorization = `Basic ${btoa(`${url.username}:${url.password}`)}`;
  return { url: `http://${url.host}/wallet/${WALLET}`, authorization };
}
