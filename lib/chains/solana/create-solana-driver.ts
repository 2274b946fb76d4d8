import type { AssetDescription, ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { askEvery, identifyEvery } from "@/lib/chains/every-node";
import type { Asset } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { readBalance, readInspection } from "@/lib/chains/solana/accounts";
import { parseSolanaAddress } from "@/lib/chains/solana/address";
import { readHead, readIdentity } from "@/lib/chains/solana/blocks";
import {
  CALL_LIMIT_MS,
  RENT_MINIMUM_UNITS,
  SCAN_BLOCKS_MAX,
  type SolanaDriverConfig,
} from "@/lib/chains/solana/config";
import { readFreshHead } from "@/lib/chains/solana/fresh-head";
import { createSolanaNode, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import { readTokenDescription } from "@/lib/chains/solana/mint";
import { scanRange } from "@/lib/chains/solana/scan";
import { readReference } from "@/lib/chains/solana/skipped";
import { createSolanaSpending } from "@/lib/chains/solana/spend";
import { readTransactionStatus } from "@/lib/chains/solana/transactions";

/** A driver for Solana over all its nodes. Asks nothing until the first call. Heights are slots; nodes tell no mempool and no past balances. */
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
    inspectAddressByEach: (address, signal) => askEach(nodes, (node) => readInspection(node, address, signal), signal),
    balanceOf: (address, asset, _atHeight, signal) =>
      nodes.call((node) => readBalance(node, address, asset, signal), signal),
    ...createSolanaSpending(nodes),
  };
}

/** The nodes behind one failover. Each proves its genesis before it is used, and the first one seen is that of all. */
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
  return askEvery(nodes, async (node) => (await readHead(node, "confirmed", signal)).reference, work, signal);
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
