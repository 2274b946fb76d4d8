import type { Confirmability, SignedTransfer } from "@/lib/chains/spending";
import { readBlock, readHead } from "@/lib/chains/ton/blocks";
import { findOwn, readTransactionStatus } from "@/lib/chains/ton/status";
import type { TonNode } from "@/lib/chains/ton/ton-node";

/** A block of the base chain waits that long at most for the masterchain's block that covers it; its own time is what the wallet saw. */
const COVER_SECONDS = 60n;

/**
 * This node's word. A request dies by time, and only time proves it: of two requests with one number of the wallet the second is refused
 * once the first is in a block, and is as dead as any other when it has expired and no block has it.
 */
export async function judgeConfirmability(
  node: TonNode,
  transfer: Pick<SignedTransfer, "transactionId" | "spends">,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "expiring") throw new TypeError("a TON transfer expires");
  // The time comes first: whatever a block up to then took is found by its message.
  const head = await readHead(node, signal);
  const deep = await readBlock(node, Math.max(head.height - Math.max(confirmations, 1) + 1, 0), signal);
  if ((await findOwn(node, transactionId, signal)) !== null) {
    const status = await readTransactionStatus(node, transactionId, signal);
    if (status.state !== "included") return { verdict: "possible" };
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  const deadFrom = spends.validUntil + COVER_SECONDS;
  if (secondsOf(head.time) <= deadFrom) return { verdict: "possible" };
  if (deep === null || secondsOf(deep.time) <= deadFrom) {
    return { verdict: "unproven", reason: "it has expired, but not yet deep enough" };
  }
  return { verdict: "impossible", reason: "expired" };
}

function secondsOf(time: Date): bigint {
  return BigInt(Math.floor(time.getTime() / 1000));
}
