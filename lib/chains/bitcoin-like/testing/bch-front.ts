import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { binToHex } from "@bitauth/libauth";
import { LosslessNumber, stringify } from "lossless-json";
import { type BchChain, createBchChain, Refusal } from "@/lib/chains/bitcoin-like/testing/bch-chain";

type Item = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
type Method = (chain: BchChain, params: readonly unknown[]) => unknown;

export type BchFront = { readonly chain: BchChain; readonly url: string; readonly stop: () => Promise<void> };

/** Starts a Bitcoin Cash chain behind the node's JSON-RPC calls that we use, on its own port. */
export async function startBchFront(): Promise<BchFront> {
  const chain = createBchChain();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const asked = JSON.parse(body) as Item | Item[];
      const answers = [asked].flat().map((item) => answerOf(chain, item));
      response.writeHead(200).end(stringify(Array.isArray(asked) ? answers : answers[0]));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the front has no port");
  return {
    chain,
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function answerOf(chain: BchChain, { id, method, params }: Item) {
  try {
    const known = METHODS[method];
    if (known === undefined) throw new Refusal(-32601, "Method not found");
    return { id, result: known(chain, params), error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { id, result: null, error: { code: error.code, message: error.message } };
  }
}

/** No `estimatesmartfee`: the Bitcoin Cash node has `estimatefee` only. */
const METHODS: Readonly<Record<string, Method>> = {
  getbestblockhash: (chain) => chain.blocks().at(-1)?.hash,
  getblockhash(chain, [height]) {
    const block = chain.blocks()[Number(height)];
    if (block === undefined) throw new Refusal(-8, "Block height out of range");
    return block.hash;
  },
  getblockheader: (chain, [hash]) => headerOf(chain, String(hash)),
  getblock(chain, [hash, verbosity]) {
    const { ids } = blockOf(chain, String(hash));
    return { ...headerOf(chain, String(hash)), tx: verbosity === 2 ? ids.map((id) => transactionOf(chain, id)) : ids };
  },
  getrawtransaction(chain, [id, isVerbose]) {
    return isVerbose === true ? transactionOf(chain, String(id)) : binToHex(entryOf(chain, String(id)).raw);
  },
  gettxout(chain, [id, index, withMempool]) {
    const output = chain.unspent(String(id), Number(index), withMempool === true);
    return output === null
      ? null
      : { value: coins(output.valueSatoshis), scriptPubKey: { hex: binToHex(output.lockingBytecode) } };
  },
  getrawmempool: (chain) => chain.waiting(),
  getmempoolentry(chain, [id]) {
    if (!chain.waiting().includes(String(id))) throw new Refusal(-5, "Transaction not in mempool");
    return {};
  },
  estimatefee: () => coins(1_000n),
  getnetworkinfo: () => ({ relayfee: coins(1_000n) }),
  getmempoolinfo: () => ({ mempoolminfee: coins(1_000n) }),
  sendrawtransaction: (chain, [raw]) => chain.submit(String(raw)),
  scantxoutset(chain, [, descriptors]) {
    const [, scriptHex = ""] = /^raw\((.*)\)$/.exec(String((descriptors as readonly unknown[])[0])) ?? [];
    return { height: chain.blocks().length - 1, total_amount: coins(chain.heldBy(scriptHex)) };
  },
};

function blockOf(chain: BchChain, hash: string) {
  const block = chain.blocks().find((candidate) => candidate.hash === hash);
  if (block === undefined) throw new Refusal(-5, "Block not found");
  return block;
}

function headerOf(chain: BchChain, hash: string) {
  const { height, time } = blockOf(chain, hash);
  const previousblockhash = chain.blocks()[height - 1]?.hash;
  const header = { hash, height, time, confirmations: chain.blocks().length - height };
  return previousblockhash === undefined ? header : { ...header, previousblockhash };
}

function entryOf(chain: BchChain, id: string) {
  const entry = chain.entry(id);
  if (entry === null) throw new Refusal(-5, "No such mempool or blockchain transaction");
  return entry;
}

function transactionOf(chain: BchChain, id: string) {
  const { transaction, blockHash } = entryOf(chain, id);
  const vin = transaction.inputs.map(({ outpointTransactionHash, outpointIndex }) => ({
    txid: binToHex(outpointTransactionHash),
    vout: outpointIndex,
  }));
  const vout = transaction.outputs.map(({ valueSatoshis, lockingBytecode }, n) => ({
    n,
    value: coins(valueSatoshis),
    scriptPubKey: { hex: binToHex(lockingBytecode) },
  }));
  return { txid: id, vin, vout, ...(blockHash === null ? {} : { blockhash: blockHash }) };
}

/** As nodes write amounts: a number with eight decimals. */
function coins(units: bigint): LosslessNumber {
  const digits = units.toString().padStart(9, "0");
  return new LosslessNumber(`${digits.slice(0, -8)}.${digits.slice(-8)}`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
