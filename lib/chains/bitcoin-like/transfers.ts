import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { outputScriptsIn } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { addressOfScript } from "@/lib/chains/bitcoin-like/building/script-of";
import { COINBASE_MATURITY, PEGOUT_MATURITY } from "@/lib/chains/bitcoin-like/config";
import { hex, type RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import type { MatchDestinations } from "@/lib/chains/driver";
import type { BlockReference, CoinName, Destination, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { withTimeLimit } from "@/lib/chains/limits";
import { chunk } from "@/lib/kernel/chunk";

/**
 * The first output of the transaction that carries Litecoin's extension blocks: witness version 8
 * and 32 bytes.
 */
const EXTENSION_BLOCK_SCRIPT = /^5820[0-9a-f]{64}$/;

const NATIVE = { kind: "native" } as const;

/** An output that pays something; to whom is told by its script. */
export type Paid = {
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  readonly scriptHex: string;
  readonly hasToken: boolean;
  /** Blocks that its chain locks it for. */
  readonly maturity: number;
};

/** What one transaction pays. */
export function paidIn(family: CoinFamily, transaction: RpcTransaction): readonly Paid[] {
  const { transactionId, outputs } = transaction;
  const maturity = maturityOf(family, transaction);
  return outputs.filter(({ units }) => units > 0n).map((output) => ({ transactionId, ...output, maturity }));
}

/** Whatever text the node has for it; null for what pays to no address. */
export function destinationOf(family: CoinFamily, { scriptHex }: Paid): Destination | null {
  const address = addressOfScript(family, scriptHex);
  return address === null ? null : { address, memo: null };
}

/**
 * Without a sender: inputs name coins, and whose they were has to be looked up. Null: it waits in a
 * mempool.
 */
export function toTransfer(family: CoinFamily, paid: Paid, block: BlockReference | null): readonly Transfer[] {
  const { transactionId, index, units, hasToken, maturity } = paid;
  const to = destinationOf(family, paid);
  if (to === null) return [];
  const fact = { transactionId, position: String(index), asset: NATIVE, units, to, from: null, block };
  return [
    {
      ...fact,
      ...(hasToken && { isUnspendable: true }),
      ...(block !== null && maturity > 0 && { lockedUntilHeight: block.height + maturity }),
    },
  ];
}

/** Those to destinations of ours. A failure of the caller's own is no failure of a node. */
export async function filterMatched(
  transfers: readonly Transfer[],
  match: MatchDestinations,
): Promise<readonly Transfer[]> {
  const distinct = new Map<string, Destination>(transfers.map(({ to }) => [to.address, to]));
  if (distinct.size === 0) return [];
  try {
    const matched = await match([...distinct.values()]);
    return transfers.filter(({ to }) => matched.has(to.address));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}

function maturityOf(family: CoinFamily, { isCoinbase, outputs }: RpcTransaction): number {
  if (isCoinbase) return COINBASE_MATURITY[family];
  const isPegout = family === "ltc" && EXTENSION_BLOCK_SCRIPT.test(outputs[0]?.scriptHex ?? "");
  return isPegout ? PEGOUT_MATURITY : 0;
}

/**
 * Coins of one transaction that are looked up: a payer's wallet spends a few, and whoever gathers a
 * thousand is asked for no more.
 */
const COINS_MAX = 20;
/**
 * Transactions asked for at one look, however many payments it found: those of the largest payments
 * first.
 */
const LOOKUPS_MAX = 400;
/** As many in one call: standard ones have 200 kB as text at most. */
const ASKED_TOGETHER = 20;
/** Blocks and mempools wait that long for it at most. */
const LOOK_LIMIT_MS = 5_000;

/**
 * The transfers, with the address whose coins paid for each where all of them were that one
 * address's. It is proven by bytes: of the transaction, which `origins` tell, and of those that
 * made its coins. No sender is named where that takes too many questions, the node does not answer
 * in time or lacks one of them, or a coin has no address; nothing else waits or fails for it.
 */
export async function nameSenders(
  node: CoinNode,
  family: CoinFamily,
  transfers: readonly Transfer[],
  origins: ReadonlyMap<string, readonly CoinName[]>,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const bySize = transfers.toSorted((left, right) => (left.units < right.units ? 1 : -1));
  const payments = [...new Set(bySize.map(({ transactionId }) => transactionId))];
  const coins = new Map(
    payments.flatMap((id) => {
      const spent = origins.get(id) ?? [];
      return spent.length > 0 && spent.length <= COINS_MAX ? [[id, spent] as const] : [];
    }),
  );
  const scripts = await readScripts(node, [...coins.values()].flat(), signal);
  const ownerOf = ({ transactionId, index }: CoinName) => {
    const script = scripts.get(transactionId)?.[index];
    return script === undefined ? null : addressOfScript(family, script);
  };
  const senders = new Map([...coins].map(([id, spent]) => [id, soleOf(spent.map(ownerOf))]));
  return transfers.map((transfer) => ({ ...transfer, from: senders.get(transfer.transactionId) ?? null }));
}

function soleOf(owners: readonly (string | null)[]): string | null {
  const [owner = null, ...others] = new Set(owners);
  return others.length === 0 ? owner : null;
}

/**
 * The output scripts of the transactions that made these coins, by id, as far as the node gives
 * their bytes now.
 */
async function readScripts(
  node: CoinNode,
  coins: readonly CoinName[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(coins.map(({ transactionId }) => transactionId))].slice(0, LOOKUPS_MAX);
  const scripts = new Map<string, readonly string[]>();
  try {
    await withTimeLimit(LOOK_LIMIT_MS, signal, async (limited) => {
      for (const part of chunk(ids, ASKED_TOGETHER)) {
        const calls = part.map((id) => ({ method: "getrawtransaction", params: [id, false] }));
        const answers = await node.batch(calls, limited);
        part.forEach((id, index) => {
          const answer = answers[index];
          const proven = answer instanceof NodeAnswerError ? null : outputScriptsIn(id, hex(answer));
          if (proven !== null) scripts.set(id, proven);
        });
      }
    });
  } catch {
    // What one part was too much for is not tried again: the senders that are known by then are
    // enough.
    signal.throwIfAborted();
  }
  return scripts;
}
