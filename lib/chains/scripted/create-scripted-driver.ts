import { areSendersAccounts } from "@/lib/chains/address-family";
import type {
  ChainDriver,
  DriverFeatures,
  MatchDestinations,
  MempoolStatus,
  MempoolTransaction,
  ScanRange,
  ScanResult,
  TransactionStatus,
} from "@/lib/chains/driver";
import { ChainIdentityError } from "@/lib/chains/errors";
import { queryAllNodes } from "@/lib/chains/every-node";
import type { BlockReference, CoinName, Transfer } from "@/lib/chains/facts";
import { CallerFailure, createFailover, type Failover } from "@/lib/chains/failover";
import { transactionsOf } from "@/lib/chains/scripted/scripted-chain";
import { createScriptedSpending } from "@/lib/chains/scripted/scripted-money-out";
import {
  RangeRefusedError,
  readScriptedHead,
  type ScriptedDriverConfig,
  type ScriptedNode,
} from "@/lib/chains/scripted/scripted-node";
import { balanceIn, parseScriptedAddress, type ScriptedBlock } from "@/lib/chains/scripted/scripted-transaction";
import type { Spends } from "@/lib/chains/spending";

const SCAN_BLOCKS_MAX = 50;

/**
 * Creates a driver over scripted nodes: the same failover as the real ones, and no clock of its
 * own.
 */
export function createScriptedDriver(config: ScriptedDriverConfig): ChainDriver {
  const nodes = connect(config);
  return {
    network: config.network,
    family: config.family,
    features: featuresOf(config),
    witnesses: nodes.witnesses,
    identify: (signal) => nodes.call(async (node) => ({ genesisHash: await node.genesisHash(signal) }), signal),
    head: (signal) => nodes.call((node) => readScriptedHead(node, signal), signal),
    blockAt: (height, signal) => nodes.call((node) => readBlock(node, height, signal), signal),
    scan: (range, signal) => nodes.call((node) => scan(node, range, signal), signal),
    pending: (match, signal) => nodes.callUnblamed((node) => readPending(node, match, signal), signal),
    mempoolStatusByEach: (transaction, signal) =>
      queryAllNodes(
        nodes,
        (node) => readScriptedHead(node, signal),
        (node) => readMempoolStatus(node, transaction, signal),
        signal,
      ),
    transactionStatus: (id, signal) => nodes.call((node) => readStatus(node, id, signal), signal),
    transactionStatusByEach: (id, signal) =>
      queryAllNodes(
        nodes,
        (node) => readScriptedHead(node, signal),
        (node) => readStatus(node, id, signal),
        signal,
      ),
    blockAtByEach: (height, signal) =>
      queryAllNodes(
        nodes,
        (node) => readScriptedHead(node, signal),
        async (node) => ({ block: await readBlock(node, height, signal) }),
        signal,
      ),
    nodeHealth: nodes.health,
    parseAddress: config.parseAddress ?? parseScriptedAddress,
    async describeAsset(asset, signal) {
      await nodes.call((node) => node.blocks(signal), signal);
      return asset.kind === "native" ? config.native : (config.tokens.get(asset.contract) ?? null);
    },
    describeTokenByEach: (contract, signal) =>
      queryAllNodes(
        nodes,
        (node) => readScriptedHead(node, signal),
        async ({ faults }) => ({ token: faults.toldTokens.get(contract) ?? config.tokens.get(contract) ?? null }),
        signal,
      ),
    ...(areSendersAccounts(config.family) ? createInspection(nodes) : {}),
    balanceOf: (address, asset, atHeight, signal) =>
      nodes.call(async (node) => {
        const blocks = await node.blocks(signal);
        const until = atHeight === null ? blocks : blocks.slice(0, atHeight + 1);
        return balanceIn(transactionsOf(until), address, asset);
      }, signal),
    ...createScriptedSpending(config, nodes),
  };
}

function createInspection(nodes: Failover<ScriptedNode>): Pick<ChainDriver, "inspectAddressByEach"> {
  return {
    inspectAddressByEach: (address, signal) =>
      queryAllNodes(
        nodes,
        (node) => readScriptedHead(node, signal),
        async ({ faults }) => ({ kind: faults.contracts.has(address) ? "contract" : "account", active: true }),
        signal,
      ),
  };
}

function connect({ nodes, genesisHash }: ScriptedDriverConfig): Failover<ScriptedNode> {
  return createFailover({
    nodes,
    async verify(node, signal) {
      const own = await node.genesisHash(signal);
      if (genesisHash !== null && own !== genesisHash) throw new ChainIdentityError(`${node.name} is another chain`);
    },
  });
}

function featuresOf({ shape }: ScriptedDriverConfig): DriverFeatures {
  const spending = { "nonce-account": "nonce", coins: "coins", expiring: "expiring", "shared-memo": "nonce" } as const;
  return {
    spending: spending[shape],
    memo: shape === "shared-memo",
    tokens: shape !== "coins",
    outputsMax: shape === "coins" ? 100 : 1,
    inFlightMax: null,
    leftBehindUnits: 0n,
    scanBlocksMax: SCAN_BLOCKS_MAX,
  };
}

async function readBlock(node: ScriptedNode, height: number, signal: AbortSignal): Promise<BlockReference | null> {
  return (await node.blocks(signal))[height]?.reference ?? null;
}

async function readStatus(node: ScriptedNode, id: string, signal: AbortSignal): Promise<TransactionStatus> {
  for (const { reference, transactions } of await node.blocks(signal)) {
    const found = transactions.find((transaction) => transaction.id === id);
    if (found === undefined) continue;
    return { state: "included", block: reference, succeeded: !found.fails, feeUnits: found.feeUnits };
  }
  const waits = (await node.mempool(signal)).some((transaction) => transaction.id === id);
  return { state: waits ? "pending" : "absent" };
}

async function scan(node: ScriptedNode, range: ScanRange, signal: AbortSignal): Promise<ScanResult> {
  const blocks = await readRange(node, range.fromHeight, range.toHeight, signal);
  const transfers = await filterMatched(blocks.flatMap(toTransfers), range.match);
  return { blocks: blocks.map(({ reference }) => reference), transfers };
}

async function readRange(
  node: ScriptedNode,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<readonly ScriptedBlock[]> {
  if (to < from) return [];
  try {
    return await node.range(from, to, signal);
  } catch (error) {
    if (!(error instanceof RangeRefusedError) || from === to) throw error;
    const middle = Math.floor((from + to) / 2);
    const lower = await readRange(node, from, middle, signal);
    return [...lower, ...(await readRange(node, middle + 1, to, signal))];
  }
}

async function readPending(
  node: ScriptedNode,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const [reference, transactions] = [await readScriptedHead(node, signal), await node.mempool(signal)];
  const waiting = transactions.flatMap((transaction) => {
    const spends = namesOf(transaction.spends);
    return toTransfers({ reference, transactions: [transaction] }).map((one) => ({ ...one, block: null, spends }));
  });
  return filterMatched(waiting, match);
}

async function readMempoolStatus(
  node: ScriptedNode,
  transaction: MempoolTransaction,
  signal: AbortSignal,
): Promise<MempoolStatus> {
  const status = await readStatus(node, transaction.transactionId, signal);
  if (status.state !== "absent") return status;
  const others = [...transactionsOf(await node.blocks(signal)), ...(await node.mempool(signal))];
  const taken = others.flatMap(({ spends }) => namesOf(spends)).map(nameOf);
  return transaction.spends.some((coin) => taken.includes(nameOf(coin))) ? { state: "replaced" } : status;
}

function namesOf(spends: Spends | null): readonly CoinName[] {
  if (spends?.kind !== "coins") return [];
  return spends.coins.map(({ transactionId, index }) => ({ transactionId, index }));
}

/** Returns the owner of the coins, when all belong to one address. */
function ownerOf(spends: Spends | null): string | null {
  if (spends?.kind !== "coins") return null;
  const [owner = null, ...others] = new Set(spends.coins.map(({ address }) => address));
  return others.length === 0 ? owner : null;
}

function nameOf({ transactionId, index }: CoinName): string {
  return `${transactionId}:${index}`;
}

function toTransfers({ reference, transactions }: ScriptedBlock): readonly Transfer[] {
  return transactions
    .filter(({ fails }) => !fails)
    .flatMap(({ id, from, spends, outputs }) =>
      outputs.map(({ to, asset, units }, index) => ({
        transactionId: id,
        position: String(index),
        asset,
        units,
        to,
        from: from ?? ownerOf(spends),
        block: reference,
      })),
    )
    .filter(({ units }) => units > 0n);
}

async function filterMatched(transfers: readonly Transfer[], match: MatchDestinations): Promise<readonly Transfer[]> {
  const distinct = new Map(transfers.map(({ to }) => [`${to.address} ${to.memo}`, to]));
  if (distinct.size === 0) return [];
  try {
    const matched = await match([...distinct.values()]);
    return transfers.filter(({ to }) => matched.has(to.address));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}
