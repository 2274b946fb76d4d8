import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SignedTransfer } from "@/lib/chains/spending";
import { readBlock, readHead } from "@/lib/chains/ton/blocks";
import { findOwn, ownAmong, readTransactionStatus } from "@/lib/chains/ton/status";
import type { TonNode } from "@/lib/chains/ton/ton-node";
import { readByMessage, readTransactions } from "@/lib/chains/ton/transactions";

/** A block of the base chain waits that long at most for the masterchain's block that covers it; its own time is what the wallet saw. */
const COVER_SECONDS = 60n;
/** One of the newest of a block's transactions took in a message, unless hardly anybody uses the network. */
const WITNESSES_MAX = 20;

type Depth = { readonly confirmations: number; readonly isSandbox: boolean };

/**
 * This node's word. A request dies by time, and only time proves it: of two requests with one number of the wallet the second is refused
 * once the first is in a block, and is as dead as any other when it has expired and no block has it.
 */
export async function judgeConfirmability(
  node: TonNode,
  transfer: Pick<SignedTransfer, "transactionId" | "spends">,
  depth: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "expiring") throw new TypeError("a TON transfer expires");
  // The time comes first: whatever a block up to then took is found by its message.
  const head = await readHead(node, signal);
  const deep = await readBlock(node, Math.max(head.height - Math.max(depth.confirmations, 1) + 1, 0), signal);
  if ((await findOwn(node, transactionId, signal)) !== null) {
    const status = await readTransactionStatus(node, transactionId, signal);
    if (status.state !== "included") return { verdict: "possible" };
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  const deadFrom = spends.validUntil + COVER_SECONDS;
  if (secondsOf(head) <= deadFrom) return { verdict: "possible" };
  if (deep === null || secondsOf(deep) <= deadFrom) {
    return { verdict: "unproven", reason: "it has expired, but not yet deep enough" };
  }
  return (await isAbsentFor(node, transactionId, deep, depth, signal))
    ? { verdict: "impossible", reason: "expired" }
    : { verdict: "unproven", reason: "the node does not show that it looked at all blocks up to its expiry" };
}

/**
 * Behind one URL may stand copies of an index of which some lag, and one that lags knows of no late message either: a payout would be made
 * twice. So one and the same answer has to name a message of the deep block, and not ours. A sandbox has blocks without any, and
 * one index.
 */
async function isAbsentFor(
  node: TonNode,
  transactionId: string,
  deep: BlockReference,
  { isSandbox }: Depth,
  signal: AbortSignal,
): Promise<boolean> {
  const witness = await findWitness(node, deep.height, signal);
  if (witness === null) return isSandbox;
  const found = await readByMessage(node, [transactionId, witness], signal);
  return found.some(({ inMessage }) => inMessage?.hash === witness) && ownAmong(found, transactionId) === null;
}

async function findWitness(node: TonNode, height: number, signal: AbortSignal): Promise<string | null> {
  const query = { seqno: height, limit: WITNESSES_MAX, offset: 0, sort: "desc" };
  const transactions = await readTransactions(node, "/api/v3/transactionsByMasterchainBlock", query, signal);
  return transactions.find(({ inMessage }) => inMessage !== null)?.inMessage?.hash ?? null;
}

function secondsOf({ time }: BlockReference): bigint {
  return BigInt(Math.floor(time.getTime() / 1000));
}
