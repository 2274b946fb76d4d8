import { Cell } from "@ton/core";
import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { readBlock, readHead } from "@/lib/chains/ton/blocks";
import { nameOf, ownAmong, readTransactionStatus } from "@/lib/chains/ton/outcome";
import { readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { readByMessage, readTransactions } from "@/lib/chains/ton/transactions";
import { readExternal, readRequestNumber, readSequence } from "@/lib/chains/ton/wallet";

/**
 * Longest delay between a base chain block and the masterchain block that covers it; the wallet saw
 * the former's time.
 */
const COVER_SECONDS = 60n;
/**
 * Newest transactions per block searched for an external message: enough unless the network is
 * nearly unused.
 */
const WITNESSES_MAX = 100;
/** Blocks searched for one, from the deep one down. */
const WITNESS_BLOCKS = 5;
/** A wallet's newest transactions searched for the one that used a seqno. */
const HISTORY_MAX = 500;

type Depth = { readonly confirmations: number; readonly isSandbox: boolean };
/**
 * Returns this node's attestation. A request dies only by expiry, and only time proves it: of two
 * requests with the same seqno the second is rejected once the first is in a block, and is dead
 * like any other when it has expired and is in no block.
 */
export async function evaluateConfirmability(
  node: TonNode,
  transfer: SentTransfer,
  depth: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "expiring") throw new TypeError("a TON transfer expires");
  // The time is read first: a message included up to then is found by its hash.
  const head = await readHead(node, signal);
  const deep = await readBlock(node, Math.max(head.height - Math.max(depth.confirmations, 1) + 1, 0), signal);
  if (ownAmong(await readByMessage(node, namesOf(transfer), signal), transactionId) !== null) {
    const status = await readTransactionStatus(node, transactionId, signal);
    if (status.state !== "included") return { verdict: "possible" };
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  const deadFrom = spends.validUntil + COVER_SECONDS;
  if (secondsOf(head) <= deadFrom) return { verdict: "possible" };
  if (deep === null || secondsOf(deep) <= deadFrom) {
    return { verdict: "unproven", reason: "it has expired, but not yet deep enough" };
  }
  if (!(await isAbsentFor(node, transfer, { deep, deadFrom, isSandbox: depth.isSandbox }, signal))) {
    return { verdict: "unproven", reason: "the node does not show that it looked at all blocks up to its expiry" };
  }
  return (await isNumberExplained(node, transfer, signal))
    ? { verdict: "impossible", reason: "expired" }
    : { verdict: "unproven", reason: "its wallet has taken its number, and the node does not show for what" };
}

type Past = { readonly deep: BlockReference; readonly deadFrom: bigint; readonly isSandbox: boolean };

/**
 * One URL may hide several copies of an index of which some lag, and a lagging one does not know a
 * recent message either; and some indexes know a message only by its own hash, which ours does not
 * match. The payout would be made twice. So the same answer must contain another external message
 * by its normalised hash, in a block after the expiry, but not ours. A sandbox has blocks without
 * any, and one index.
 */
async function isAbsentFor(node: TonNode, transfer: SentTransfer, past: Past, signal: AbortSignal): Promise<boolean> {
  const witness = await findWitness(node, past, signal);
  if (witness === null) return past.isSandbox;
  const found = await readByMessage(node, [...namesOf(transfer), witness], signal);
  return ownAmong(found, witness) !== null && ownAmong(found, transfer.transactionId) === null;
}

/**
 * Finds the normalised hash of an external message that differs from its own hash: only an index
 * with normalised hashes finds it.
 */
async function findWitness(node: TonNode, { deep, deadFrom }: Past, signal: AbortSignal): Promise<string | null> {
  for (let { height } = deep; height > deep.height - WITNESS_BLOCKS; height -= 1) {
    const block = height === deep.height ? deep : await readBlock(node, height, signal);
    if (block === null || secondsOf(block) <= deadFrom) return null;
    const query = { seqno: height, limit: WITNESSES_MAX, offset: 0, sort: "desc" };
    const transactions = await readTransactions(node, "/api/v3/transactionsByMasterchainBlock", query, signal);
    for (const transaction of transactions) {
      const name = nameOf(transaction);
      if (name !== null && name !== transaction.inMessage?.hash) return name;
    }
  }
  return null;
}

/**
 * A wallet whose seqno has not passed ours never accepted our request. One beyond it accepted some
 * request with that seqno, which may have been ours even if the node does not find it by hash: it
 * must show that it was another one.
 */
async function isNumberExplained(
  node: TonNode,
  { transactionId, raw }: SentTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  if (raw === undefined) return true;
  const { wallet, sequence } = readExternal(raw);
  const { data } = await readAccountState(node, wallet, signal);
  if (data === null || readSequence(data) <= sequence) return true;
  const query = { account: wallet, limit: HISTORY_MAX, sort: "desc" };
  const history = await readTransactions(node, "/api/v3/transactions", query, signal);
  return history.some((transaction) => {
    const name = transaction.account === wallet ? nameOf(transaction) : null;
    if (name === null || name === transactionId) return false;
    return readRequestNumber(transaction.inMessage?.body()) === sequence;
  });
}

/** Includes the hash of the exact bytes, which an index without normalised hashes knows. */
function namesOf({ transactionId, raw }: SentTransfer): readonly string[] {
  if (raw === undefined) return [transactionId];
  return [transactionId, ...Cell.fromBoc(Buffer.from(raw)).map((cell) => cell.hash().toString("hex"))];
}

function secondsOf({ time }: BlockReference): bigint {
  return BigInt(Math.floor(time.getTime() / 1000));
}
