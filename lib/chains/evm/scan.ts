import { setImmediate } from "node:timers/promises";
import type { ScanRange, ScanResult } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { PARALLEL_REQUESTS, RANGE_BYTES_MAX } from "@/lib/chains/evm/config";
import {
  type FoundTransfer,
  filterTransfers,
  type ScannedBlock,
  scanBlock,
  toTransfer,
} from "@/lib/chains/evm/found-transfers";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { type NumberedReceipt, readReceipt } from "@/lib/chains/evm/transactions";
import { readHalving } from "@/lib/chains/evm/transfer-logs";
import type { Transfer } from "@/lib/chains/facts";
import { inBlock, mapLimited } from "@/lib/chains/limits";
import { chunk } from "@/lib/kernel/chunk";

/** Converted without yielding: each takes some hashes for the checksums of its addresses. */
const TRANSFERS_AT_ONCE = 500;

/** Reads the whole range from one node: two nodes may be on different branches. */
export async function scanRange(
  node: EvmNode,
  { fromHeight, toHeight, match }: ScanRange,
  signal: AbortSignal,
  rangeBytesMax = RANGE_BYTES_MAX,
): Promise<ScanResult> {
  const heights = Array.from({ length: toHeight - fromHeight + 1 }, (_, index) => fromHeight + index);
  const blocks = await mapLimited(heights, PARALLEL_REQUESTS, (height) =>
    inBlock(height, () => scanBlock(node, height, match, signal)),
  );
  assertLinked(node, blocks);
  const foundTransfers = filterTransfers(match);
  for (const { natives } of blocks) {
    foundTransfers.adopt(natives.entries());
    await foundTransfers.drain();
  }
  foundTransfers.adopt((await readHalving(node, blocks, { match, rangeBytesMax }, signal)).entries());
  const ours = inChainOrder(await foundTransfers.finish(), blocks);
  return {
    blocks: blocks.map((block) => block.reference),
    transfers: await confirmByReceipts(node, ours, blocks, signal),
  };
}

function assertLinked(node: EvmNode, blocks: readonly ScannedBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    const below = blocks[index - 1];
    if (below !== undefined && block.reference.parentHash !== below.reference.hash) {
      throw new ChainInconsistentError(`${node.name} reorganised at ${block.reference.height} while being read`);
    }
  }
}

/**
 * Some chains log under transactions that the block does not list (Polygon's state sync): those
 * come last in their block.
 */
function inChainOrder(
  foundTransfers: readonly FoundTransfer[],
  blocks: readonly ScannedBlock[],
): readonly FoundTransfer[] {
  const concerned = new Set(foundTransfers.map(({ height }) => height));
  const places = new Map(
    blocks
      .filter(({ reference }) => concerned.has(reference.height))
      .map(({ reference, transactionIds }) => [
        reference.height,
        new Map(transactionIds.map((id, index) => [id, index])),
      ]),
  );
  const placed = foundTransfers.map((foundTransfer) => ({
    foundTransfer,
    place: places.get(foundTransfer.height)?.get(foundTransfer.transactionId) ?? Number.MAX_SAFE_INTEGER,
  }));
  placed.sort(
    (left, right) =>
      left.foundTransfer.height - right.foundTransfer.height ||
      left.place - right.place ||
      (left.foundTransfer.logIndex ?? -1) - (right.foundTransfer.logIndex ?? -1),
  );
  return placed.map(({ foundTransfer }) => foundTransfer);
}

/**
 * A transaction in a block may have failed, and only its own receipt numbers its logs permanently.
 */
async function confirmByReceipts(
  node: EvmNode,
  foundTransfers: readonly FoundTransfer[],
  blocks: readonly ScannedBlock[],
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const heights = new Map(foundTransfers.map(({ transactionId, height }) => [transactionId, height]));
  const receipts = await mapLimited([...heights], PARALLEL_REQUESTS, ([id, height]) =>
    inBlock(height, () => readReceipt(node, id, signal)),
  );
  const receiptOf = new Map<string, NumberedReceipt>(receipts.map((receipt) => [receipt.transactionId, receipt]));
  const blockOf = new Map(blocks.map(({ reference }) => [reference.height, reference]));
  const confirmed: Transfer[] = [];
  for (const part of chunk(foundTransfers, TRANSFERS_AT_ONCE)) {
    for (const foundTransfer of part) {
      const receipt = receiptOf.get(foundTransfer.transactionId);
      const block = blockOf.get(foundTransfer.height);
      if (block === undefined || receipt?.blockHash !== block.hash) {
        throw new ChainInconsistentError(`${node.name} moved ${foundTransfer.transactionId} while being read`);
      }
      if (receipt.succeeded) confirmed.push(toTransfer(foundTransfer, receipt, block));
    }
    if (foundTransfers.length > TRANSFERS_AT_ONCE) await setImmediate();
  }
  return confirmed;
}
