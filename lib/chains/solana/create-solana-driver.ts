import type { AssetDescription, ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import type { Asset, BlockReference } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { readBalance, readInspection, readTokenDescription } from "@/lib/chains/solana/accounts";
import { readBlock, readHead, readIdentity, readSlot, readSlots } from "@/lib/chains/solana/blocks";
import {
  CALL_LIMIT_MS,
  parseSolanaAddress,
  RENT_MINIMUM_UNITS,
  SCAN_BLOCKS_MAX,
  SKIPPED_SLOTS_MAX,
  type SolanaDriverConfig,
} from "@/lib/chains/solana/config";
import { createSolanaNode, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import { scanRange } from "@/lib/chains/solana/scan";
import { createSolanaSpending } from "@/lib/chains/solana/spend";
import { readTransactionStatus } from "@/lib/chains/solana/transactions";

/** Blocks come twice a second; with a head this old the other nodes are worth querying. */
const HEAD_AGE_MAX_MS = 30_000;

/** Nodes are normally a few slots apart; this is half a minute. */
const LAG_SLOTS_MAX = 75;

/**
 * Returns the head from a node that is in sync. A node that stopped following its chain still
 * answers every call, so no error would make the failover leave it: an old head is compared with
 * those of the other nodes.
 */
export function readFreshHead(nodes: Failover<SolanaNode>, signal: AbortSignal): Promise<BlockReference> {
  const read = async (node: SolanaNode) => (await readHead(node, "confirmed", signal)).reference;
  return nodes.call(async (node) => {
    const head = await read(node);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each(read, signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagSlots = highest - head.height;
    if (lagSlots > LAG_SLOTS_MAX) throw new Error(`${node.name} lags ${lagSlots} slots behind`);
    return head;
  }, signal);
}

/** Slots searched first for the next block: usually it is one or two above. */
const NEAR_SLOTS = 32;

/**
 * Returns the block in the slot; null above the newest one and where the chain skipped the slot. A
 * node also says "skipped" for blocks that it merely lost, after a restart or when it could not
 * keep up, so it has to prove it: it lists no block there, and the next block was built on one
 * below.
 * @throws ChainInconsistentError where the node's own chain has a block that it does not return
 */
export async function readReference(
  node: SolanaNode,
  slot: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const block = await readBlock(node, slot, "confirmed", signal);
  if (block !== null) return block.reference;
  const next = await findNext(node, slot, signal);
  if (next === null) return null;
  const above = next === slot ? null : await readBlock(node, next, "confirmed", signal);
  if (above === null) throw new ChainInconsistentError(`${node.name} lists block ${next} and does not show it`);
  if (above.parentSlot >= slot) {
    throw new ChainInconsistentError(
      `${node.name} lacks a block from ${slot} to ${above.parentSlot}, which ${next} is built upon`,
    );
  }
  return null;
}

/**
 * Returns the first slot from this one on in which the node lists a block; null when that is above
 * its head.
 */
async function findNext(node: SolanaNode, slot: number, signal: AbortSignal): Promise<number | null> {
  const head = await readSlot(node, "confirmed", signal);
  if (head < slot) return null;
  const near = Math.min(head, slot + NEAR_SLOTS);
  const [next] = await readSlots(node, slot, near, "confirmed", signal);
  if (next !== undefined || near === head) return next ?? null;
  const beyond = Math.min(head, near + SKIPPED_SLOTS_MAX);
  return (await readSlots(node, near + 1, beyond, "confirmed", signal))[0] ?? null;
}

/**
 * Creates a driver for Solana over all its nodes. Sends no request before the first call. Heights
 * are slots; nodes expose no mempool and no historical balances.
 */
export function createSolanaDriver(config: SolanaDriverConfig): ChainDriver {
  const nodes = connect(config);
  return {
    network: config.network,
    family: "sol",
    features: featuresOf(config),
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config.isSandbox, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readReference(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, range, signal), signal);
    },
    pending: async () => [],
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) => askEach(nodes, (node) => readTransactionStatus(node, id, signal), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, async (node) => ({ block: await readReference(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress: parseSolanaAddress,
    describeAsset: (asset, signal) => describeAsset(nodes, config, asset, signal),
    describeTokenByEach: (contract, signal) =>
      askEach(nodes, async (node) => ({ token: await readTokenDescription(node, contract, signal) }), signal),
    inspectAddressByEach: (address, signal) => askEach(nodes, (node) => readInspection(node, address, signal), signal),
    balanceOf: (address, asset, _atHeight, signal) =>
      nodes.call((node) => readBalance(node, address, asset, signal), signal),
    ...createSolanaSpending(nodes),
  };
}

/**
 * Connects the nodes behind one failover. Each must prove its genesis before it is used, and all
 * must share the first one seen.
 */
function connect(config: SolanaDriverConfig): Failover<SolanaNode> {
  const { urls, isSandbox, callLimitMs = CALL_LIMIT_MS, answerBytesMax } = config;
  let genesisHash: string | null = null;
  return createFailover({
    nodes: urls.map((url) => createSolanaNode(url, callLimitMs, answerBytesMax)),
    async verify(node, signal) {
      const own = await readIdentity(node, isSandbox, signal);
      genesisHash ??= own;
      if (own !== genesisHash) throw new ChainIdentityError(`${node.name} belongs to another cluster`);
    },
  });
}

function featuresOf({ scanBlocksMax = SCAN_BLOCKS_MAX }: SolanaDriverConfig): DriverFeatures {
  return {
    spending: "expiring",
    memo: false,
    tokens: true,
    outputsMax: 1,
    inFlightMax: null,
    leftBehindUnits: RENT_MINIMUM_UNITS,
    feePayer: "any",
    scanBlocksMax,
  };
}

async function askEach<Answer>(
  nodes: Failover<SolanaNode>,
  work: (node: SolanaNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(nodes, async (node) => (await readHead(node, "confirmed", signal)).reference, work, signal);
}

async function describeAsset(
  nodes: Failover<SolanaNode>,
  config: SolanaDriverConfig,
  asset: Asset,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  if (asset.kind === "native") return config.native;
  return nodes.call((node) => readTokenDescription(node, asset.contract, signal), signal);
}
