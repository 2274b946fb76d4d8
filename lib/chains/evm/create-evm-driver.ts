import type { AssetDescription, ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import { readBalance, readInspection, readTokenDescription } from "@/lib/chains/evm/accounts";
import { parseEvmAddress } from "@/lib/chains/evm/address";
import { type BalanceRefusals, readBalances } from "@/lib/chains/evm/balances";
import { assertChain, readBlock, readFreshHead, readHead, readIdentity } from "@/lib/chains/evm/blocks";
import { CALL_LIMIT_MS, type EvmDriverConfig, SCAN_BLOCKS_MAX } from "@/lib/chains/evm/config";
import { readInternalTransfers, type TraceRefusals } from "@/lib/chains/evm/internal-transfers";
import { createEvmNode, type EvmNode } from "@/lib/chains/evm/json-rpc";
import { scanRange } from "@/lib/chains/evm/scan";
import { createEvmSpending } from "@/lib/chains/evm/spend";
import { readTransactionStatus } from "@/lib/chains/evm/transactions";
import type { Asset, BlockReference } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";

/**
 * Creates a driver for one EVM network over all its nodes. Sends no request before the first call.
 */
export function createEvmDriver(config: EvmDriverConfig): ChainDriver {
  const nodes = connect(config);
  const refusals: TraceRefusals = new Map();
  const balanceRefusals: BalanceRefusals = new Map();
  return {
    network: config.network,
    family: "evm",
    features: featuresOf(config),
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config.chainId, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readReference(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, range, signal, config.rangeBytesMax), signal);
    },
    internalTransfers: (height, address, signal) => readInternalTransfers(nodes, refusals, { height, address }, signal),
    // Blocks come within seconds, a pending block is the node's guess of the next one, and most
    // services return the latest block for it.
    async pending(_match, signal) {
      signal.throwIfAborted();
      return [];
    },
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal, config), signal),
    transactionStatusByEach: (id, signal) =>
      askEach(nodes, config.chainId, (node) => readTransactionStatus(node, id, signal, config), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, config.chainId, async (node) => ({ block: await readReference(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress: parseEvmAddress,
    describeAsset: (asset, signal) => describeAsset(nodes, config, asset, signal),
    describeTokenByEach: (contract, signal) =>
      askEach(
        nodes,
        config.chainId,
        async (node) => ({ token: await readTokenDescription(node, contract, signal) }),
        signal,
      ),
    inspectAddressByEach: (address, signal) =>
      askEach(nodes, config.chainId, (node) => readInspection(node, address, signal), signal),
    balanceOf: (address, asset, atHeight, signal) =>
      nodes.call((node) => readBalance(node, address, asset, atHeight, signal), signal),
    balancesOf: (addresses, height, signal) => readBalances(nodes, balanceRefusals, { addresses, height }, signal),
    ...createEvmSpending(config, nodes),
  };
}

/**
 * Connects the nodes behind one failover. Each must prove its chain id and genesis before it is
 * used, and all must share the first genesis seen: two private chains may have the same chain id.
 */
function connect(config: EvmDriverConfig): Failover<EvmNode> {
  const callLimitMs = config.callLimitMs ?? CALL_LIMIT_MS;
  let genesisHash: string | null = null;
  return createFailover({
    nodes: config.urls.map((url) => createEvmNode(url, callLimitMs, config.answerBytesMax)),
    async verify(node, signal) {
      const own = await readIdentity(node, config.chainId, signal);
      genesisHash ??= own;
      if (own !== genesisHash) throw new ChainIdentityError(`${node.name} has another genesis block`);
    },
  });
}

function featuresOf(config: EvmDriverConfig): DriverFeatures {
  return {
    spending: "nonce",
    memo: false,
    tokens: true,
    outputsMax: 1,
    inFlightMax: null,
    leftBehindUnits: 0n,
    scanBlocksMax: config.scanBlocksMax ?? SCAN_BLOCKS_MAX,
  };
}

async function askEach<Answer>(
  nodes: Failover<EvmNode>,
  chainId: number,
  work: (node: EvmNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(
    nodes,
    async (node) => {
      await assertChain(node, chainId, signal);
      return readHead(node, signal);
    },
    work,
    signal,
  );
}

async function readReference(node: EvmNode, height: number, signal: AbortSignal): Promise<BlockReference | null> {
  return (await readBlock(node, height, signal))?.reference ?? null;
}

async function describeAsset(
  nodes: Failover<EvmNode>,
  config: EvmDriverConfig,
  asset: Asset,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  if (asset.kind === "native") return config.native;
  return nodes.call((node) => readTokenDescription(node, asset.contract, signal), signal);
}
