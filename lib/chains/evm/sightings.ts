import { ChainInconsistentError } from "@/lib/chains/errors";
import { toChecksumAddress } from "@/lib/chains/evm/address";
import { toHex } from "@/lib/chains/evm/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/evm/config";
import { decodeLog, list, type RpcBlock, type RpcLog, type RpcReceipt } from "@/lib/chains/evm/decode";
import { TRANSFER_TOPIC } from "@/lib/chains/evm/erc20";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { bloomBitsOf, mayHold } from "@/lib/chains/evm/logs-bloom";
import { readReceipt } from "@/lib/chains/evm/receipts";
import type { Asset, BlockReference, Transfer } from "@/lib/chains/facts";
import { mapLimited } from "@/lib/chains/map-limited";

const TRANSFER_BITS = bloomBitsOf(TRANSFER_TOPIC);
const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** Money that moved to somebody in a block; whether it is ours and went through is asked afterwards. */
export type Sighting = {
  readonly transactionId: string;
  readonly asset: Asset;
  readonly units: bigint;
  readonly to: string;
  readonly from: string | null;
  readonly block: BlockReference;
  /** The node's number of the log within its block; null for a native transfer. */
  readonly logIndex: number | null;
};

/**
 * Every native and token transfer above zero in these linked blocks, in chain order. Tokens of all
 * contracts: what arrives in an unknown one is still the payer's money and has to be found.
 */
export async function readSightings(
  node: EvmNode,
  blocks: readonly RpcBlock[],
  signal: AbortSignal,
): Promise<readonly Sighting[]> {
  const logs = await readTransferLogs(node, blocks, signal);
  const logsOf = groupBy(logs, (log) => log.blockHash);
  const sightings = blocks.flatMap((block) => inBlock(block, logsOf.get(block.reference.hash) ?? []));
  const known = new Set(blocks.map(({ reference }) => reference.hash));
  if (logs.some((log) => !known.has(log.blockHash))) {
    throw new ChainInconsistentError(`${node.name} sent logs of another branch`);
  }
  return sightings;
}

/** In chain order. Some chains log under transactions that the block does not list (Polygon's state sync): those come last. */
function inBlock({ reference, transactions }: RpcBlock, logs: readonly RpcLog[]): readonly Sighting[] {
  const logsOf = groupBy(logs, (log) => log.transactionId);
  const listed = transactions.flatMap((transaction) => {
    const own = logsOf.get(transaction.hash) ?? [];
    logsOf.delete(transaction.hash);
    return [...nativeSighting(transaction, reference), ...own.flatMap((log) => tokenSighting(log, reference))];
  });
  const unlisted = [...logsOf.values()].flat().flatMap((log) => tokenSighting(log, reference));
  return [...listed, ...unlisted];
}

/** Names the log by its place in its own receipt: the place in the block changes when a reorganisation re-includes it. */
export function toTransfer(sighting: Sighting, receipt: RpcReceipt): Transfer {
  const { logIndex, to, ...facts } = sighting;
  return { ...facts, to: { address: to, memo: null }, position: positionOf(logIndex, receipt) };
}

function positionOf(logIndex: number | null, receipt: RpcReceipt): string {
  if (logIndex === null) return "native";
  const ordinal = receipt.logs.findIndex((log) => log.logIndex === logIndex);
  if (ordinal < 0) throw new ChainInconsistentError(`the receipt of ${receipt.transactionId} lacks a log of it`);
  return `log:${ordinal}`;
}

/**
 * The range's logs, made whole. Behind one URL may stand nodes of which some lag, and a lagging one answers a range it
 * does not have with nothing at all: a deposit would be lost without any error. A block's own filter
 * tells that transfers are missing, and asked for by its hash a node has to admit that it lacks the block.
 */
async function readTransferLogs(
  node: EvmNode,
  blocks: readonly RpcBlock[],
  signal: AbortSignal,
): Promise<readonly RpcLog[]> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { fromBlock: toHex(first.reference.height), toBlock: toHex(last.reference.height) };
  const logs = await readLogs(node, range, signal);
  const complete = new Set(logs.map((log) => log.blockHash));
  const doubtful = blocks.filter(
    ({ reference, logsBloom }) =>
      !complete.has(reference.hash) && logsBloom !== null && mayHold(logsBloom, TRANSFER_BITS),
  );
  const found = await mapLimited(doubtful, PARALLEL_REQUESTS, async (block) => {
    const ofBlock = await readLogs(node, { blockHash: block.reference.hash }, signal);
    return ofBlock.length > 0 ? ofBlock : readReceiptLogs(node, block, signal);
  });
  return [...logs, ...found.flat()];
}

/**
 * For a block whose filter promises what the node's index of logs does not have: an index that is broken or still being built answers
 * everything with nothing. The receipts are what the index is made from. A filter that promised by chance costs a look at them, seldom.
 */
async function readReceiptLogs(
  node: EvmNode,
  { transactions }: RpcBlock,
  signal: AbortSignal,
): Promise<readonly RpcLog[]> {
  const receipts = await mapLimited(transactions, PARALLEL_REQUESTS, ({ hash }) => readReceipt(node, hash, signal));
  return receipts.flatMap(({ logs }) => logs).filter(({ topics }) => topics[0] === TRANSFER_TOPIC);
}

async function readLogs(
  node: EvmNode,
  where: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly RpcLog[]> {
  const filter = { ...where, topics: [TRANSFER_TOPIC] };
  return list(await node.request("eth_getLogs", [filter], signal)).map(decodeLog);
}

function nativeSighting(transaction: RpcBlock["transactions"][number], block: BlockReference): readonly Sighting[] {
  if (transaction.to === null || transaction.value === 0n) return [];
  return [
    {
      transactionId: transaction.hash,
      asset: { kind: "native" },
      units: transaction.value,
      to: toChecksumAddress(transaction.to),
      from: toChecksumAddress(transaction.from),
      block,
      logIndex: null,
    },
  ];
}

/** Three topics and one word of data is ERC-20; four topics is a collectible, which is no money. */
function tokenSighting(log: RpcLog, block: BlockReference): readonly Sighting[] {
  const [, from, to] = log.topics;
  if (log.topics.length !== 3 || from === undefined || to === undefined || log.data.length !== 66) return [];
  const units = BigInt(log.data);
  if (units === 0n) return [];
  const sender = addressOfTopic(from);
  return [
    {
      transactionId: log.transactionId,
      asset: { kind: "token", contract: toChecksumAddress(log.contract) },
      units,
      to: toChecksumAddress(addressOfTopic(to)),
      // Minted, so there is no sender to return it to.
      from: sender === ZERO_ADDRESS ? null : toChecksumAddress(sender),
      block,
      logIndex: log.logIndex,
    },
  ];
}

function addressOfTopic(topic: string): string {
  return `0x${topic.slice(-40)}`;
}

/** `Map.groupBy` came with Node 21; Node 20 is still served. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
