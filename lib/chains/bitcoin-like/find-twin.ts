import { coinName, readBlockSpends } from "@/lib/chains/bitcoin-like/block-spends";
import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { withoutSignatures } from "@/lib/chains/bitcoin-like/building/without-signatures";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { readRaw } from "@/lib/chains/bitcoin-like/previous-transactions";
import type { SignedTransfer, TwinFinding, TwinSearch } from "@/lib/chains/spending";

const NONE: TwinFinding = { kind: "none" };

/** Clocks of miners may be wrong by that much. */
const CLOCK_SLACK_MS = 2 * 60 * 60_000;

/**
 * What spent the coins of a transfer in this node's chain, if that is the transfer itself with other signatures. All versions of it spend
 * the coins of the first one. Blocks are read from the head back to when it was signed, and not more of them than asked.
 */
export async function findTwin(
  node: CoinNode,
  { versions, since, blocksMax }: TwinSearch,
  signal: AbortSignal,
): Promise<TwinFinding> {
  const spends = versions[0]?.spends;
  const coin = spends?.kind === "coins" ? spends.coins[0] : undefined;
  if (coin === undefined) return NONE;
  let { hash } = await readHead(node, signal);
  for (let read = 0; read < blocksMax; read += 1) {
    const { reference, spenders } = await readBlockSpends(node, hash, signal);
    const spender = spenders.get(coinName(coin));
    if (spender !== undefined) return compare(node, spender, versions, signal);
    if (reference.height === 0 || reference.time.getTime() < since.getTime() - CLOCK_SLACK_MS) return NONE;
    hash = reference.parentHash;
  }
  return { kind: "unclear", reason: `it is not in the latest ${blocksMax} blocks, and older ones were not read` };
}

async function compare(
  node: CoinNode,
  transactionId: string,
  versions: readonly SignedTransfer[],
  signal: AbortSignal,
): Promise<TwinFinding> {
  const isKnown = versions.some((version) => version.transactionId === transactionId);
  if (isKnown) return { kind: "unclear", reason: `${transactionId} is in a block` };
  const [found] = await readRaw(node, [transactionId], signal);
  if (found === undefined) return { kind: "unclear", reason: `it does not tell ${transactionId}` };
  const raw = Uint8Array.from(Buffer.from(found[1], "hex"));
  const meaning = withoutSignatures(raw);
  const of = versions.find((version) => withoutSignatures(version.raw) === meaning);
  return of === undefined ? NONE : { kind: "found", twin: { transactionId, raw, of: of.transactionId } };
}
