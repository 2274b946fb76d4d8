import type { MatchDestinations, ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { BLOCK_BYTES_MAX, inBlock } from "@/lib/chains/limits";
import { readBlock, readBlockAt, readBlocks } from "@/lib/chains/monero/blocks";
import { count, list } from "@/lib/chains/monero/decode";
import type { KeepAhead } from "@/lib/chains/monero/identity";
import { askOnce, filterMatched, type MoneroNode } from "@/lib/chains/monero/monero-node";
import { decodePayment, toTransfers, type WalletPayment } from "@/lib/chains/monero/transactions";

/**
 * Reads blocks from the daemon, and payments from the wallet that reads them. The wallet is trusted
 * for amounts, which only the holder of the view key can know, and only for blocks that the daemon
 * has: each payment's transaction must be in its block.
 */
export async function scanRange(
  node: MoneroNode,
  keepAhead: KeepAhead,
  range: ScanRange,
  signal: AbortSignal,
  answerBytesMax = BLOCK_BYTES_MAX,
): Promise<ScanResult> {
  const match = askOnce(range.match);
  const blocks = await readBlocks(node, range, signal);
  await keepWalletsAhead(node, keepAhead, match, signal);
  await readUpTo(node, range.toHeight, signal);
  const payments = await listPayments(node, range, signal, answerBytesMax);
  const placed = await placeInBlocks(node, blocks, payments, signal);
  const last = blocks.at(-1);
  const still = await readBlockAt(node, range.toHeight, signal);
  if (last === undefined || still?.hash !== last.hash) {
    throw new ChainInconsistentError(`${node.name} reorganised at ${range.toHeight} while being read`);
  }
  return { blocks, transfers: await filterMatched(placed, match) };
}

async function keepWalletsAhead(
  { wallet, signer }: MoneroNode,
  keepAhead: KeepAhead,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    keepAhead(wallet, match, signal),
    // Receiving does not depend on the wallet that sends.
    signer && keepAhead(signer, match, signal).catch(throwIfCallers(signal)),
  ]);
}

const throwIfCallers = (signal: AbortSignal) => (error: unknown) => {
  signal.throwIfAborted();
  if (error instanceof CallerFailure) throw error;
};

/** A wallet on a replaced branch switches branches here, too. */
async function readUpTo({ wallet, name }: MoneroNode, height: number, signal: AbortSignal): Promise<void> {
  await wallet.call("refresh", {}, signal);
  const blocks = count((await wallet.call("get_height", {}, signal)).height);
  if (blocks > height) return;
  throw new ChainInconsistentError(`${wallet.name} has read ${blocks} blocks, and ${name} has block ${height}`);
}

/**
 * Lists the payments of many blocks only as far as limited memory allows: the caller then requests
 * fewer blocks.
 */
async function listPayments(
  { wallet }: MoneroNode,
  { fromHeight, toHeight }: ScanRange,
  signal: AbortSignal,
  answerBytesMax: number,
): Promise<readonly WalletPayment[]> {
  // The lower bound is the block below the first one to include; block 0 pays nobody.
  const bounds = { filter_by_height: true, min_height: Math.max(fromHeight - 1, 0), max_height: toHeight };
  const question = { in: true, all_accounts: true, ...bounds };
  const payments: WalletPayment[] = [];
  const takers = { "$.result.in.*": (entry: unknown) => payments.push(decodePayment(entry)) };
  const isOne = fromHeight === toHeight;
  const reading = isOne ? { takers, bytesMax: answerBytesMax } : { takers };
  const asked = () => wallet.call("get_transfers", question, signal, reading);
  list((isOne ? await inBlock(toHeight, asked) : await asked()).in);
  return payments;
}

async function placeInBlocks(
  node: MoneroNode,
  blocks: readonly BlockReference[],
  payments: readonly WalletPayment[],
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const placed: Transfer[] = [];
  for (const block of blocks) {
    const within = payments.filter(({ height }) => height === block.height);
    if (within.length === 0) continue;
    for (const transfer of await placeInBlock(node, block, within, signal)) placed.push(transfer);
  }
  return placed;
}

async function placeInBlock(
  node: MoneroNode,
  block: BlockReference,
  payments: readonly WalletPayment[],
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const read = await readBlock(node, block.height, signal);
  const order = new Map(read?.transactionIds.map((id, index) => [id, index]));
  const foreign = payments.find(({ transactionId }) => !order.has(transactionId));
  if (read?.reference.hash !== block.hash || foreign !== undefined) {
    throw new ChainInconsistentError(`${node.wallet.name} and ${node.name} differ in block ${block.height}`);
  }
  const rank = ({ transactionId }: WalletPayment) => order.get(transactionId) ?? 0;
  return payments
    .toSorted((left, right) => rank(left) - rank(right) || left.major - right.major || left.minor - right.minor)
    .flatMap((payment) => toTransfers(payment, read.reference));
}
