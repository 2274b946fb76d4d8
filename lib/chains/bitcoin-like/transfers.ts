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

/** An output with an amount; its script defines the destination. */
export type Paid = {
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  readonly scriptHex: string;
  readonly hasToken: boolean;
  /** Number of blocks for which the chain locks it. */
  readonly maturity: number;
};

/** Returns the payments of one transaction. */
export function paidIn(family: CoinFamily, transaction: RpcTransaction): readonly Paid[] {
  const { transactionId, outputs } = transaction;
  const maturity = maturityOf(family, transaction);
  return outputs.filter(({ units }) => units > 0n).map((output) => ({ transactionId, ...output, maturity }));
}

/**
 * Derives the address from the script, whatever text the node reports; null for a script without an
 * address.
 */
export function destinationOf(family: CoinFamily, { scriptHex }: Paid): Destination | null {
  const address = addressOfScript(family, scriptHex);
  return address === null ? null : { address, memo: null };
}

/**
 * Has no sender: inputs name coins, whose owners have to be looked up. A null block means that it
 * is pending in a mempool.
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

/** Returns the transfers to our destinations. An error of the caller is not blamed on a node. */
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
 * Maximum number of coins looked up per transaction: a payer's wallet spends a few; consolidations
 * of a thousand are skipped.
 */
const COINS_MAX = 20;
/**
 * Maximum number of transactions requested per read, however many payments it found: those of the
 * largest payments first.
 */
const LOOKUPS_MAX = 400;
/** Requested per call: standard transactions have at most 200 kB as text. */
const ASKED_TOGETHER = 20;
/** The longest that reading a block or mempool waits for it. */
const LOOK_LIMIT_MS = 5_000;

/**
 * Returns the transfers, each with the address whose coins paid for it where all of them belong to
 * one address. This is proven by bytes: those of the transaction, from `origins`, and those of its
 * funding transactions. The sender stays null where that takes too many requests, the node does not
 * answer in time or lacks a transaction, or a coin has no address; nothing else waits or fails for
 * it.
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
 * Returns the output scripts of the transactions that created these coins, by id, as far as the
 * node provides their bytes now.
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
    // A failed batch is not retried: the senders known by then are enough.
    signal.throwIfAborted();
  }
  return scripts;
}
