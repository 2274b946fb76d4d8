import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { outputScriptsIn } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { addressOfScript } from "@/lib/chains/bitcoin-like/building/script-of";
import { hex } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import type { CoinName, Transfer } from "@/lib/chains/facts";
import { withTimeLimit } from "@/lib/chains/limits";
import { partsOf } from "@/lib/kernel/parts-of";

/** Coins of one transaction that are looked up: a payer's wallet spends a few, and whoever gathers a thousand is asked for no more. */
const COINS_MAX = 20;
/** Transactions asked for at one look, however many payments it found: those of the largest payments first. */
const LOOKUPS_MAX = 400;
/** As many in one call: standard ones have 200 kB as text at most. */
const ASKED_TOGETHER = 20;
/** Blocks and mempools wait that long for it at most. */
const LOOK_LIMIT_MS = 5_000;

/**
 * The transfers, with the address whose coins paid for each where all of them were that one address's. It is proven by bytes: of the
 * transaction, which `origins` tell, and of those that made its coins. No sender is named where that takes too many questions, the node
 * does not answer in time or lacks one of them, or a coin has no address; nothing else waits or fails for it.
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

/** The output scripts of the transactions that made these coins, by id, as far as the node gives their bytes now. */
async function readScripts(
  node: CoinNode,
  coins: readonly CoinName[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(coins.map(({ transactionId }) => transactionId))].slice(0, LOOKUPS_MAX);
  const scripts = new Map<string, readonly string[]>();
  try {
    await withTimeLimit(LOOK_LIMIT_MS, signal, async (limited) => {
      for (const part of partsOf(ids, ASKED_TOGETHER)) {
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
    // What one part was too much for is not tried again: the senders that are known by then are enough.
    signal.throwIfAborted();
  }
  return scripts;
}
