import type { ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import type { BlockReference } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { readBalance, readInspection } from "@/lib/chains/ton/accounts";
import { readBlock, readHead, readIdentity } from "@/lib/chains/ton/blocks";
import {
  CALL_LIMIT_MS,
  LEFT_BEHIND_UNITS,
  parseTonAddress,
  SCAN_BLOCKS_MAX,
  type TonDriverConfig,
} from "@/lib/chains/ton/config";
import { readTransactionStatus } from "@/lib/chains/ton/outcome";
import { scanRange } from "@/lib/chains/ton/scan";
import { createTonSpending } from "@/lib/chains/ton/spend";
import { readTokenDescription } from "@/lib/chains/ton/token-content";
import { createMasterFinder } from "@/lib/chains/ton/token-origin";
import { createTonNode, type TonNode } from "@/lib/chains/ton/ton-node";

/**
 * A block comes every few seconds; when an index's newest is this old, the other nodes are worth
 * querying.
 */
const HEAD_AGE_MAX_MS = 60_000;
/** Fewer blocks behind the others is normal delay between indexes. */
const LAG_BLOCKS_MAX = 10;

/** Creates a driver for TON over all its nodes. Sends no request before the first call. */
export function createTonDriver(config: TonDriverConfig): ChainDriver {
  const nodes = connect(config);
  const scanning = { findMaster: createMasterFinder(config.tokens), isSandbox: config.isSandbox };
  return {
    network: config.network,
    family: "ton",
    features: featuresOf(config),
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config.isSandbox, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readBlock(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, range, scanning, signal), signal);
    },
    // For a pending message a node can only guess what the contracts will do.
    pending: async () => [],
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) => askEach(nodes, (node) => readTransactionStatus(node, id, signal), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, async (node) => ({ block: await readBlock(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress: parseTonAddress,
    async describeAsset(asset, signal) {
      if (asset.kind === "native") return config.native;
      return nodes.call((node) => readTokenDescription(node, asset.contract, signal), signal);
    },
    inspectAddressByEach: (address, signal) => askEach(nodes, (node) => readInspection(node, address, signal), signal),
    balanceOf: (address, asset, atHeight, signal) =>
      nodes.call((node) => readBalance(node, { address, asset, atHeight }, signal), signal),
    ...createTonSpending(nodes, config.isSandbox),
  };
}

/**
 * Connects the nodes behind one failover. All must share the first zero state seen: those of
 * sandboxes differ.
 */
function connect({ urls, isSandbox, callLimitMs = CALL_LIMIT_MS }: TonDriverConfig): Failover<TonNode> {
  let genesisHash: string | null = null;
  return createFailover({
    nodes: urls.map((url) => createTonNode(url, callLimitMs)),
    async verify(node, signal) {
      const own = await readIdentity(node, isSandbox, signal);
      genesisHash ??= own;
      if (own !== genesisHash) throw new ChainIdentityError(`${node.name} has another zero state`);
    },
  });
}

function featuresOf(config: TonDriverConfig): DriverFeatures {
  return {
    spending: "expiring",
    memo: true,
    tokens: true,
    // A wallet could send several messages at once, but would skip failing ones without an error.
    outputsMax: 1,
    // It uses one seqno after the other, and the next is known only when the last one is in a
    // block.
    inFlightMax: 1,
    leftBehindUnits: LEFT_BEHIND_UNITS,
    scanBlocksMax: config.scanBlocksMax ?? SCAN_BLOCKS_MAX,
  };
}

/**
 * Returns the head from a node that is in sync: a stopped index still answers every call, so no
 * error would make the failover leave it.
 */
function readFreshHead(nodes: Failover<TonNode>, signal: AbortSignal): Promise<BlockReference> {
  return nodes.call(async (node) => {
    const head = await readHead(node, signal);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each((other) => readHead(other, signal), signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    if (highest - head.height > LAG_BLOCKS_MAX) throw new Error(`${node.name} lags behind the other nodes`);
    return head;
  }, signal);
}

async function askEach<Answer>(
  nodes: Failover<TonNode>,
  work: (node: TonNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(nodes, (node) => readHead(node, signal), work, signal);
}
