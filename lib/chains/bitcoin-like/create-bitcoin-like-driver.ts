import { judgeAddress } from "@/lib/chains/address/judge-address";
import { readBalance } from "@/lib/chains/bitcoin-like/balance";
import { readBlockAt, readHead } from "@/lib/chains/bitcoin-like/blocks";
import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { type BitcoinLikeDriverConfig, CALL_LIMIT_MS, SCAN_BLOCKS_MAX } from "@/lib/chains/bitcoin-like/config";
import { readFreshHead } from "@/lib/chains/bitcoin-like/fresh-head";
import { readIdentity } from "@/lib/chains/bitcoin-like/identity";
import { type CoinNode, createCoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { scanRange } from "@/lib/chains/bitcoin-like/scan";
import { readSightedStatus } from "@/lib/chains/bitcoin-like/sighted-status";
import { createSightings } from "@/lib/chains/bitcoin-like/sightings";
import { createCoinSpending } from "@/lib/chains/bitcoin-like/spend";
import { readTransactionStatus } from "@/lib/chains/bitcoin-like/transactions";
import type { ChainDriver, DriverFeatures } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { askEvery, identifyEvery } from "@/lib/chains/every-node";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { createGate } from "@/lib/chains/gate";

/**
 * A driver for Bitcoin, Litecoin, Dogecoin, Dash or Bitcoin Cash over nodes that speak the JSON-RPC of Bitcoin Core, without their
 * wallets. Nodes need `txindex=1`. Asks nothing until the first call.
 */
export function createBitcoinLikeDriver(config: BitcoinLikeDriverConfig): ChainDriver {
  const { family } = config;
  const nodes = connect(config);
  const readSightings = createSightings(family);
  // A node refuses a second walk through its unspent outputs while one is under way.
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
    // Some services in front of nodes keep their mempool to themselves.
    pending: (match, signal) => nodes.callUnblamed((node) => readSightings(node, match, signal), signal),
    sightedStatusByEach: (sighted, signal) =>
      askEach(nodes, (node) => readSightedStatus(node, sighted, signal), signal),
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

/** The nodes behind one failover. Each proves its chain before it is used, and all of them must share the first genesis seen. */
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
  const verdict = judgeAddress(family, text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

async function askEach<Answer>(
  nodes: Failover<CoinNode>,
  work: (node: CoinNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return askEvery(nodes, (node) => readHead(node, signal), work, signal);
}
