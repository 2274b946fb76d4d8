import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import {
  decodeBlock,
  decodeTransaction,
  type RpcBlock,
  type RpcTransaction,
  smallQuantity,
} from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { AnswerTooLargeError } from "@/lib/chains/node-request";

/** No chain's gas limit allows a tenth of this. */
const TRANSACTIONS_MAX = 1_000_000;

export function toHex(quantity: number | bigint): string {
  return `0x${quantity.toString(16)}`;
}

/** Returns null above the head. */
export async function readBlock(node: EvmNode, at: number | "latest", signal: AbortSignal): Promise<RpcBlock | null> {
  const tag = at === "latest" ? at : toHex(at);
  const answer = await node.request("eth_getBlockByNumber", [tag, false], signal);
  if (answer == null) return null;
  return at === "latest" ? decodeBlock(answer) : blockAt(node, at, answer);
}

/** Like `readBlock`, but streams its transactions in order. */
export async function readWholeBlock(
  node: EvmNode,
  height: number,
  { take, between }: { readonly take: (transaction: RpcTransaction) => void; readonly between?: () => Promise<void> },
  signal: AbortSignal,
): Promise<RpcBlock | null> {
  let listed = 0;
  const takeCounted = (item: unknown) => {
    listed += 1;
    if (listed > TRANSACTIONS_MAX) throw new AnswerTooLargeError(`more than ${TRANSACTIONS_MAX} transactions`);
    take(decodeTransaction(item));
  };
  const takers = { "$.result.transactions.*": takeCounted };
  const call = { method: "eth_getBlockByNumber", params: [toHex(height), true] };
  const answer = await node.read(call, { takers, ...(between && { between }) }, signal);
  return answer == null ? null : blockAt(node, height, answer);
}

function blockAt(node: EvmNode, height: number, answer: unknown): RpcBlock {
  const block = decodeBlock(answer);
  if (block.reference.height === height) return block;
  throw new ChainInconsistentError(`${node.name} sent block ${block.reference.height} for ${height}`);
}

export async function readHead(node: EvmNode, signal: AbortSignal): Promise<BlockReference> {
  const block = await readBlock(node, "latest", signal);
  if (block === null) throw new ChainInconsistentError(`${node.name} has no head`);
  return block.reference;
}

/** Returns null when the node no longer (or not yet) has the block. */
export async function readBlockByHash(
  node: EvmNode,
  hash: string,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const answer = await node.request("eth_getBlockByHash", [hash, false], signal);
  return answer == null ? null : decodeBlock(answer).reference;
}

/**
 * A load balancer may route a URL to another chain at any time, without any call failing. Call this
 * again before concluding that something is gone or spent: addresses are the same on all chains, so
 * every other answer would look right.
 * @throws ChainIdentityError
 */
export async function assertChain(node: EvmNode, chainId: number, signal: AbortSignal): Promise<void> {
  const answered = smallQuantity(await node.request("eth_chainId", [], signal));
  if (answered !== chainId) {
    throw new ChainIdentityError(`${node.name} is on chain ${answered}, not ${chainId}`);
  }
}

/** Returns the hash of block 0 after verifying the node's chain id. */
export async function readIdentity(node: EvmNode, chainId: number, signal: AbortSignal): Promise<string> {
  await assertChain(node, chainId, signal);
  const genesis = await readBlock(node, 0, signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  return genesis.reference.hash;
}

/**
 * Every enabled chain produces blocks within seconds; with a head this old the other nodes are
 * worth querying.
 */
const HEAD_AGE_MAX_MS = 60_000;

/** Fewer blocks behind the others is normal propagation delay. */
const LAG_BLOCKS_MAX = 5;

/**
 * Returns the head from a node that is in sync. A node that stopped following its chain still
 * answers every call, so no error would make the failover leave it: an old head is compared with
 * those of the other nodes.
 */
export function readFreshHead(nodes: Failover<EvmNode>, signal: AbortSignal): Promise<BlockReference> {
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
