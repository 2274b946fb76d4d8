import { validateAddress } from "@/lib/chains/address/validate-address";
import type { ChainDriver, DriverFeatures, MatchDestinations } from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { identifyEvery, queryAllNodes } from "@/lib/chains/every-node";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { createFailover, type Failover } from "@/lib/chains/failover";
import { readBalance, readWholeWallet } from "@/lib/chains/monero/balance";
import { readBlockAt, readHead } from "@/lib/chains/monero/blocks";
import {
  CALL_LIMIT_MS,
  type MoneroDriverConfig,
  OUTPUTS_MAX,
  SCAN_BLOCKS_MAX,
  SUBADDRESS_MARGIN,
  SUBADDRESS_MARGIN_SANDBOX,
} from "@/lib/chains/monero/config";
import { byOwnSigner, createSubaddressKeeper, readIdentity } from "@/lib/chains/monero/identity";
import { askOnce, createMoneroNode, filterMatched, type MoneroNode } from "@/lib/chains/monero/monero-node";
import type { SpendingNode } from "@/lib/chains/monero/prepare";
import { scanRange } from "@/lib/chains/monero/scan";
import { createMoneroSpending } from "@/lib/chains/monero/spend";
import { decodePayments, findTransactions, readTransactionStatus, toTransfers } from "@/lib/chains/monero/transactions";

/** Blocks come every two minutes; without one for this long, the other nodes are worth querying. */
const HEAD_AGE_MAX_MS = 1_200_000;

/** Fewer blocks behind the others is normal propagation delay. */
const LAG_BLOCKS_MAX = 2;

/**
 * Returns the head from a daemon that is in sync: one that lost its peers still answers every call,
 * so an old head is compared with those of the other daemons.
 */
export function readFreshHead(nodes: Failover<MoneroNode>, signal: AbortSignal): Promise<BlockReference> {
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

const FEATURES: DriverFeatures = {
  spending: "coins",
  // Payment ids are part of integrated addresses.
  memo: false,
  tokens: false,
  outputsMax: OUTPUTS_MAX,
  // A wallet learns only from the block what it has spent, and would select the same outputs again
  // before.
  inFlightMax: 1,
  leftBehindUnits: 0n,
  scanBlocksMax: SCAN_BLOCKS_MAX,
};

const NO_SIGNER = "only a wallet that can spend knows what was spent, and NODE_URLS names none (?signer=URL)";

/**
 * Creates a driver for Monero over wallet services (monero-wallet-rpc) and the daemons behind them
 * (monerod), version 0.18. The wallets hold keys that the operator installed; this driver has none.
 * Sends no request before the first call; throws TypeError for a URL without a daemon.
 */
export function createMoneroDriver(config: MoneroDriverConfig): ChainDriver {
  const members = config.urls.map((url) => createMoneroNode(url, config.callLimitMs ?? CALL_LIMIT_MS));
  const verify = createVerification(config);
  const nodes = createFailover({ nodes: members, verify });
  const able = members.filter((node): node is SpendingNode => node.signer !== null);
  const signers = able.length === 0 ? null : createFailover({ nodes: able, verify });
  const margin = config.isSandbox ? SUBADDRESS_MARGIN_SANDBOX : SUBADDRESS_MARGIN;
  const keepAhead = createSubaddressKeeper(config.subaddressMargin ?? margin);
  return {
    network: config.network,
    family: "xmr",
    features: FEATURES,
    witnesses: nodes.witnesses,
    identify: (signal) => identifyEvery(nodes, (node) => readIdentity(node, config, signal), signal),
    head: (signal) => readFreshHead(nodes, signal),
    blockAt: (height, signal) => nodes.call((node) => readBlockAt(node, height, signal), signal),
    async scan(range, signal) {
      if (range.toHeight < range.fromHeight) return { blocks: [], transfers: [] };
      return nodes.call((node) => scanRange(node, keepAhead, range, signal, config.answerBytesMax), signal);
    },
    pending: (match, signal) => nodes.callUnblamed((node) => readMempool(node, match, signal), signal),
    transactionStatus: (id, signal) => nodes.call((node) => readTransactionStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) => askEach(nodes, (node) => readTransactionStatus(node, id, signal), signal),
    blockAtByEach: (height, signal) =>
      askEach(nodes, async (node) => ({ block: await readBlockAt(node, height, signal) }), signal),
    nodeHealth: nodes.health,
    parseAddress,
    describeAsset: async (asset) => (asset.kind === "native" ? config.native : null),
    balanceOf: (address, asset, atHeight, signal) =>
      nodes.call((node) => readBalance(node, { address, asset, atHeight }, signal), signal),
    async heldTogether(atHeight, signal) {
      if (signers === null) throw new Error(NO_SIGNER);
      const read = (node: SpendingNode) => readWholeWallet(node, atHeight, signal);
      return signers.call((node) => byOwnSigner(node, config, read, signal), signal);
    },
    ...createMoneroSpending(config, nodes, signers),
  };
}

/** Each node must prove its chain before it is used, and all must share the first genesis seen. */
function createVerification(config: MoneroDriverConfig) {
  let genesisHash: string | null = null;
  return async (node: MoneroNode, signal: AbortSignal): Promise<void> => {
    const own = await readIdentity(node, config, signal);
    genesisHash ??= own;
    if (own !== genesisHash) throw new ChainIdentityError(`${node.name} has another genesis block`);
  };
}

function parseAddress(text: string): string | null {
  const verdict = validateAddress("xmr", text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

async function askEach<Answer>(
  nodes: Failover<MoneroNode>,
  work: (node: MoneroNode) => Promise<Answer>,
  signal: AbortSignal,
) {
  return queryAllNodes(nodes, (node) => readHead(node, signal), work, signal);
}

/**
 * Returns the daemon's pending transactions that pay us, except those contested by another pending
 * transaction. The wallet keeps listing included transactions until it has read their block: the
 * daemon decides whether something is still pending.
 */
export async function readMempool(
  node: MoneroNode,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const { pool } = await node.wallet.call("get_transfers", { pool: true, all_accounts: true }, signal);
  const listed = decodePayments(pool).filter(({ isContested }) => !isContested);
  const ids = [...new Set(listed.map(({ transactionId }) => transactionId))];
  const found = await findTransactions(node, ids, signal);
  const inPool = new Set(found.filter(({ height }) => height === null).map(({ transactionId }) => transactionId));
  const waiting = listed.filter(({ transactionId }) => inPool.has(transactionId));
  return filterMatched(
    waiting.flatMap((payment) => toTransfers(payment, null)),
    askOnce(match),
  );
}
