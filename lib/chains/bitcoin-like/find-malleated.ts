import { coinName, readBlockSpends } from "@/lib/chains/bitcoin-like/block-transactions";
import { readHead } from "@/lib/chains/bitcoin-like/blocks";
import { withoutSignatures } from "@/lib/chains/bitcoin-like/building/build-transaction";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { readRaw } from "@/lib/chains/bitcoin-like/transactions";
import type { BlockReference } from "@/lib/chains/facts";
import type {
  MalleatedSearch,
  MalleatedSearchLimits,
  MalleatedSearchResult,
  SignedTransfer,
} from "@/lib/chains/spending";

const NONE: MalleatedSearchResult = { kind: "none" };

/** Tolerance for miners' clocks. */
const CLOCK_SLACK_MS = 2 * 60 * 60_000;

/**
 * More blocks than any of these chains produces in a year; a node with an endless chain is not
 * trusted.
 */
const BLOCKS_SEARCHED_MAX = 600_000;
/** More blocks than any reorganisation replaces. */
const TOPS_KEPT = 100;

/** The most recently searched coins. */
const COINS_KEPT = 50;

/** The part of a node's chain that was searched and in which nothing spends a coin. */
type Searched = {
  /** Hashes of its newest blocks. */
  readonly tops: readonly string[];
  /** Hash of the block below it. */
  readonly below: string;
  readonly blocks: number;
};

/** By node, because each node's answers are trusted separately, and by coin. */
const kept = new WeakMap<CoinNode, Map<string, Searched>>();

/**
 * Finds the transaction that spent the coins of a transfer in this node's chain, if it is the same
 * transfer with other signatures. All versions of a transfer spend the coins of the first. Blocks
 * are read from the head back to the time of signing, within the limits.
 */
export async function findMalleated(
  node: CoinNode,
  search: MalleatedSearch,
  limits: MalleatedSearchLimits,
  signal: AbortSignal,
): Promise<MalleatedSearchResult> {
  const spends = search.versions[0]?.spends;
  const coin = spends?.kind === "coins" ? spends.coins[0] : undefined;
  if (coin === undefined) return NONE;
  const name = coinName(coin);
  if ("blocksMax" in limits) return (await walk({ node, search, name, before: null, limits }, signal)).finding;
  const ofNode = kept.get(node) ?? new Map<string, Searched>();
  kept.set(node, ofNode);
  const { finding, searched } = await walk({ node, search, name, before: ofNode.get(name) ?? null, limits }, signal);
  // Also after the search has ended: another node may need longer, and then this one is queried
  // again.
  ofNode.delete(name);
  ofNode.set(name, searched);
  for (const oldest of [...ofNode.keys()].slice(0, -COINS_KEPT)) ofNode.delete(oldest);
  return finding;
}

type Walk = {
  readonly node: CoinNode;
  readonly search: MalleatedSearch;
  /** Coin name. */
  readonly name: string;
  readonly before: Searched | null;
  readonly limits: MalleatedSearchLimits;
};

/** Walks down from the head, and skips the part that was searched before. */
async function walk(
  { node, search, name, before, limits }: Walk,
  signal: AbortSignal,
): Promise<{ readonly finding: MalleatedSearchResult; readonly searched: Searched }> {
  const startedAtMs = performance.now();
  let searched: Searched = { tops: [], below: (await readHead(node, signal)).hash, blocks: 0 };
  for (;;) {
    if (before?.tops.includes(searched.below) === true) searched = joined(searched, before);
    const { reference, spenders } = await readBlockSpends(node, searched.below, signal);
    const spender = spenders.get(name);
    if (spender !== undefined) return { finding: await compare(node, spender, search.versions, signal), searched };
    const isBefore = reference.time.getTime() < search.since.getTime() - CLOCK_SLACK_MS;
    if (reference.height === 0 || isBefore) return { finding: NONE, searched };
    searched = joined(searched, { tops: [reference.hash], below: reference.parentHash, blocks: 1 });
    const finding = boundOf(searched, reference, limits, performance.now() - startedAtMs);
    if (finding !== null) return { finding, searched };
  }
}

function joined(upper: Searched, lower: Searched): Searched {
  const isFull = upper.tops.length >= TOPS_KEPT;
  const tops = isFull ? upper.tops : [...upper.tops, ...lower.tops].slice(0, TOPS_KEPT);
  return { tops, below: lower.below, blocks: upper.blocks + lower.blocks };
}

/** Returns why the search ends after this block, or null to continue. */
function boundOf(
  { blocks }: Searched,
  { height }: BlockReference,
  limits: MalleatedSearchLimits,
  tookMs: number,
): MalleatedSearchResult | null {
  const reason = `it is not in the latest ${blocks} blocks, and none below block ${height} was read`;
  if ("blocksMax" in limits) return blocks < limits.blocksMax ? null : { kind: "unclear", reason };
  if (blocks >= BLOCKS_SEARCHED_MAX) return { kind: "unclear", reason: `${reason}: there is no end of them` };
  return tookMs < limits.partMsMax ? null : { kind: "unfinished", reason };
}

async function compare(
  node: CoinNode,
  transactionId: string,
  versions: readonly SignedTransfer[],
  signal: AbortSignal,
): Promise<MalleatedSearchResult> {
  const isKnown = versions.some((version) => version.transactionId === transactionId);
  if (isKnown) return { kind: "unclear", reason: `${transactionId} is in a block` };
  const [found] = await readRaw(node, [transactionId], signal);
  if (found === undefined) return { kind: "unclear", reason: `it does not tell ${transactionId}` };
  const raw = Uint8Array.from(Buffer.from(found[1], "hex"));
  const meaning = withoutSignatures(raw);
  const of = versions.find((version) => withoutSignatures(version.raw) === meaning);
  return of === undefined ? NONE : { kind: "found", malleated: { transactionId, raw, of: of.transactionId } };
}
