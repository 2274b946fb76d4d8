import type { ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { readBalance, readFreshHead, readInspection, readTokenDescription } from "@/lib/chains/tron/accounts";
import { readHead, readIdentity, readReference } from "@/lib/chains/tron/blocks";
import { CALL_LIMIT_MS, parseTronAddress, SCAN_BLOCKS_MAX, type TronDriverConfig } from "@/lib/chains/tron/config";
import { createTronNode, type TronNode } from "@/lib/chains/tron/http-node";
import { scanRange } from "@/lib/chains/tron/scan";
import { createTronSpending } from "@/lib/chains/tron/spend";
import { readTransactionStatus } from "@/lib/chains/tron/transactions";

const FEATURES: DriverFeatures = {
  spending: "expiring",
  memo: false,
  tokens: true,
  outputsMax: 1,
  inFlightMax: null,
  leftBehindUnits: 0n,
  scanBlocksMax: SCAN_BLOCKS_MAX,
};

/**
 * Creates a driver for TRON over java-tron's HTTP API, through all its nodes. Sends no request
 * before the first call.
 */
export function createTronDriver(config: TronDriverConfig): ChainDriver {
  const nodes = connect(config);
  return {
    network: config.network,
    family: "tron",
    features: FEATURES,
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config.isSandbox, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readReference(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, range, signal, config.rangeBytesMax), signal);
    },
    // Blocks come every three seconds, and reading the pool takes one request per transaction.
    async pending(_match, signal) {
      signal.throwIfAborted();
      return [];
    },
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) => askEach(nodes, (node) => readTransactionStatus(node, id, signal), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, async (node) => ({ block: await readReference(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress: parseTronAddress,
    async describeAsset(asset, signal) {
      if (asset.kind === "native") return config.native;
      return nodes.call((node) => readTokenDescription(node, asset.contract, signal), signal);
    },
    describeTokenByEach: (contract, signal) =>
      askEach(nodes, async (node) => ({ token: await readTokenDescription(node, contract, signal) }), signal),
    inspectAddressByEach: (address, signal) => askEach(nodes, (node) => readInspection(node, address, signal), signal),
    balanceOf: (address, asset, _atHeight, signal) =>
      nodes.call((node) => readBalance(node, address, asset, signal), signal),
    ...createTronSpending(config, nodes),
  };
}

/**
 * Connects the nodes behind one failover. Each must prove its genesis before it is used, and all
 * must share the first one seen: private chains may differ.
 */
function connect(config: TronDriverConfig): Failover<TronNode> {
  const { urls, isSandbox, callLimitMs = CALL_LIMIT_MS, answerBytesMax } = config;
  let genesisHash: string | null = null;
  return createFailover({
    nodes: urls.map((url) => createTronNode(url, callLimitMs, answerBytesMax)),
    async verify(node, signal) {
      const own = await readIdentity(node, isSandbox, signal);
      genesisHash ??= own;
      if (own !== genesisHash) throw new ChainIdentityError(`${node.name} has another genesis block`);
    },
  });
}

async function askEach<Answer>(
  nodes: Failover<TronNode>,
  work: (node: TronNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(nodes, (node) => readHead(node, "wallet", signal), work, signal);
}
