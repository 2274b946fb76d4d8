import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { readBlock, readSlot, readSlots } from "@/lib/chains/solana/blocks";
import { SKIPPED_SLOTS_MAX } from "@/lib/chains/solana/config";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";

/** Slots looked through for the next block first: mostly it is one or two above. */
const NEAR_SLOTS = 32;

/**
 * The block in the slot; null above the newest one and where the chain skipped the slot. A node says "skipped" of blocks that it merely
 * lost as well, after a restart or when it could not keep up, so it has to prove it: no block is listed there, and the next one was
 * built upon one below.
 * @throws ChainInconsistentError where the node's own chain has a block that it does not show
 */
export async function readReference(
  node: SolanaNode,
  slot: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const block = await readBlock(node, slot, "confirmed", signal);
  if (block !== null) return block.reference;
  const next = await findNext(node, slot, signal);
  if (next === null) return null;
  const above = next === slot ? null : await readBlock(node, next, "confirmed", signal);
  if (above === null) throw new ChainInconsistentError(`${node.name} lists block ${next} and does not show it`);
  if (above.parentSlot >= slot) {
    throw new ChainInconsistentError(
      `${node.name} lacks a block from ${slot} to ${above.parentSlot}, which ${next} is built upon`,
    );
  }
  return null;
}

/** The first slot from this one up that the node lists a block in; null when that is above its head. */
async function findNext(node: SolanaNode, slot: number, signal: AbortSignal): Promise<number | null> {
  const head = await readSlot(node, "confirmed", signal);
  if (head < slot) return null;
  const near = Math.min(head, slot + NEAR_SLOTS);
  const [next] = await readSlots(node, slot, near, "confirmed", signal);
  if (next !== undefined || near === head) return next ?? null;
  const beyond = Math.min(head, near + SKIPPED_SLOTS_MAX);
  return (await readSlots(node, near + 1, beyond, "confirmed", signal))[0] ?? null;
}
