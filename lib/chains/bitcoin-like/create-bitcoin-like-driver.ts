import { validateAddress } from "@/lib/chains/address/validate-address";
import { readBlockAt, readHash, readHead } from "@/lib/chains/bitcoin-like/blocks";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import {
  BALANCE_LIMIT_MS,
  type BitcoinLikeDriverConfig,
  CALL_LIMIT_MS,
  SCAN_BLOCKS_MAX,
} from "@/lib/chains/bitcoin-like/config";
import { count, fieldsOf, units } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, createCoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { createMempoolReader, readMempoolStatus } from "@/lib/chains/bitcoin-like/mempool";
import { scanRange } from "@/lib/chains/bitcoin-like/scan";
import { createCoinSpending } from "@/lib/chains/bitcoin-like/spend";
import { readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import type { ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import type { Asset, BlockReference } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { createGate } from "@/lib/chains/limits";

/**
 * Blocks come at random: Bitcoin has gaps of half an hour every few days, and then the other nodes
 * are worth querying.
 */
const HEAD_AGE_MAX_MS = 1_800_000;

/** Fewer blocks behind the others is normal propagation delay. */
const LAG_BLOCKS_MAX = 2;

/**
 * Returns the head from a node that is in sync. A node that lost its peers still answers every
 * call, so no error would make the failover leave it: an old head is compared with those of the
 * other nodes.
 */
export function readFreshHead(nodes: Failover<CoinNode>, signal: AbortSignal): Promise<BlockReference> {
  return nodes.call(async (node) => {
    const head = await readHead(node, signal);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each((other) => readHead(other, signal), signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagBlocks = highest - head.height;
    if (lagBlocks > LAG_BLOCKS_MAX) throw new Error(`${node.name} lags ${lagBlocks} blocks behind`);
    return head;
  }, signal);
}

/**
 * Creates a driver for Bitcoin, Litecoin, Dogecoin, Dash or Bitcoin Cash over nodes that speak
 * Bitcoin Core's JSON-RPC, without their wallets. Nodes need `txindex=1`. Sends no request before
 * the first call.
 */
export function createBitcoinLikeDriver(config: BitcoinLikeDriverConfig): ChainDriver {
  const { family } = config;
  const nodes = connect(config);
  const readMempool = createMempoolReader(family);
  // A node rejects a second scan of its unspent outputs while one is running.
  const walkAlone = createGate(1);
  return {
    network: config.network,
    family,
    features: featuresOf(config),
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readBlockAt(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, family, range, signal), signal);
    },
    // Some hosted node services do not expose their mempool.
    pending: (match, signal) => nodes.callUnblamed((node) => readMempool(node, match, signal), signal),
    mempoolStatusByEach: (transaction, signal) =>
      askEach(nodes, (node) => readMempoolStatus(node, transaction, signal), signal),
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) => askEach(nodes, (node) => readTransactionStatus(node, id, signal), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, async (node) => ({ block: await readBlockAt(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress: (text) => parseCoinAddress(family, text),
    describeAsset: async (asset) => (asset.kind === "native" ? config.native : null),
    balanceOf: (address, asset, atHeight, signal) =>
      walkAlone(
        () => nodes.call((node) => readBalance(node, family, { address, asset, atHeight }, signal), signal),
        signal,
      ),
    ...createCoinSpending(config, nodes),
  };
}

/**
 * Connects the nodes behind one failover. Each must prove its chain before it is used, and all must
 * share the first genesis seen.
 */
function connect(config: BitcoinLikeDriverConfig): Failover<CoinNode> {
  const { urls, callLimitMs = CALL_LIMIT_MS, answerBytesMax, ...expected } = config;
  let genesisHash: string | null = null;
  return createFailover({
    nodes: urls.map((url) => createCoinNode(url, callLimitMs, answerBytesMax)),
    async verify(node, signal) {
      const own = await readIdentity(node, expected, signal);
      genesisHash ??= own;
      if (own !== genesisHash) throw new ChainIdentityError(`${node.name} has another genesis block`);
    },
  });
}

function featuresOf({ family, scanBlocksMax = SCAN_BLOCKS_MAX }: BitcoinLikeDriverConfig): DriverFeatures {
  return {
    spending: "coins",
    memo: false,
    tokens: false,
    outputsMax: parametersOf(family).outputsMax,
    inFlightMax: null,
    leftBehindUnits: 0n,
    scanBlocksMax,
  };
}

function parseCoinAddress(family: CoinFamily, text: string): string | null {
  const verdict = validateAddress(family, text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

async function askEach<Answer>(
  nodes: Failover<CoinNode>,
  work: (node: CoinNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(nodes, (node) => readHead(node, signal), work, signal);
}

/**
 * Returns the confirmed balance of an address by scanning all unspent outputs: takes minutes on a
 * main network, one scan at a time, and only for the current head. Dogecoin nodes do not support
 * it. @throws Error for a past height
 */
export async function readBalance(
  node: CoinNode,
  family: CoinFamily,
  wanted: { readonly address: string; readonly asset: Asset; readonly atHeight: number | null },
  signal: AbortSignal,
): Promise<bigint> {
  const { address, asset, atHeight } = wanted;
  if (asset.kind !== "native") throw new TypeError(`${family} has no tokens`);
  const descriptor = `raw(${scriptOfAddress(family, address)})`;
  const answer = fieldsOf(await node.request("scantxoutset", ["start", [descriptor]], signal, BALANCE_LIMIT_MS));
  if (atHeight !== null && count(answer.height) !== atHeight) {
    throw new Error(`${node.name} knows what addresses hold now, not at block ${atHeight}`);
  }
  return units(answer.total_amount);
}

/**
 * Returns the hash of block 0 after verifying that the node is on the family's main network; in a
 * sandbox any genesis block is accepted. Bitcoin and Bitcoin Cash share their first years, so
 * blocks after each split are compared as well.
 */
export async function readIdentity(
  node: CoinNode,
  expected: { readonly family: CoinFamily; readonly isSandbox: boolean },
  signal: AbortSignal,
): Promise<string> {
  const genesisHash = await readHash(node, 0, signal);
  if (genesisHash === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  if (expected.isSandbox) return genesisHash;
  const parameters = parametersOf(expected.family);
  if (genesisHash !== parameters.genesisHash) {
    throw new ChainIdentityError(`${node.name} is not on the main network of ${expected.family}`);
  }
  for (const { height, hash } of parameters.checkpoints) {
    const own = await readHash(node, height, signal);
    // Still syncing: this proves nothing against the node, but its answers are not usable yet.
    if (own === null) throw new Error(`${node.name} has not reached block ${height} yet`);
    if (own !== hash) throw new ChainIdentityError(`${node.name} follows another chain from block ${height} on`);
  }
  return genesisHash;
}
