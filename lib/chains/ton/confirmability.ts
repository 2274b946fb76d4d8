import { Cell } from "@ton/core";
import type { BlockReference } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { readBlock, readHead } from "@/lib/chains/ton/blocks";
import { nameOf, ownAmong, readTransactionStatus } from "@/lib/chains/ton/outcome";
import { readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { readByMessage, readTransactions } from "@/lib/chains/ton/transactions";
import { readExternal, readRequestNumber, readSequence } from "@/lib/chains/ton/wallet";

/**
 * A block of the base chain waits that long at most for the masterchain's block that covers it; its
 * own time is what the wallet saw.
 */
const COVER_SECONDS = 60n;
/**
 * Among so many of a block's newest transactions one took in a message from outside, unless hardly
 * anybody uses the network.
 */
const WITNESSES_MAX = 100;
/** Blocks that are looked through for one, from the deep one down. */
const WITNESS_BLOCKS = 5;
/** Of a wallet's newest transactions, to find the one that took a number. */
const HISTORY_MAX = 500;

type Depth = { readonly confirmations: number; readonly isSandbox: boolean };
/**
 * This node's word. A request dies by time, and only time proves it: of two requests with one
 * number of the wallet the second is refused once the first is in a block, and is as dead as any
 * other when it has expired and no block has it.
 */
export async function evaluateConfirmability(
  node: TonNode,
  transfer: SentTransfer,
  depth: Depth,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "expiring") throw new TypeError("a TON transfer expires");
  // The time comes first: whatever a block up to then took is found by its message.
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
 * Behind one URL may stand copies of an index of which some lag, and one that lags knows of no late
 * message either; and there are indexes that know a message by its own hash alone, to which ours
 * does not answer. A payout would be made twice. So one and the same answer has to name somebody's
 * message from outside by its normalised hash, in a block after the expiry, and not ours. A sandbox
 * has blocks without any, and one index.
 */
async function isAbsentFor(node: TonNode, transfer: SentTransfer, past: Past, signal: AbortSignal): Promise<boolean> {
  const witness = await findWitness(node, past, signal);
  if (witness === null) return past.isSandbox;
  const found = await readByMessage(node, [...namesOf(transfer), witness], signal);
  return ownAmong(found, witness) !== null && ownAmong(found, transfer.transactionId) === null;
}

/**
 * The normalised hash of a message from outside, which is not also its own hash: only an index that
 * knows normalised ones finds it.
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
 * A wallet whose number has not come to ours never took ours. One that is beyond it took some
 * request with that number, which may have been ours whatever the node finds by its name: that it
 * was another one has to be seen.
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

/** Also the hash of the very bytes, to which an index answers that knows no normalised ones. */
function namesOf({ transactionId, raw }: SentTransfer): readonly string[] {
  if (raw === undefined) return [transactionId];
  return [transactionId, ...Cell.fromBoc(Buffer.from(raw)).map((cell) => cell.hash().toString("hex"))];
}

function secondsOf({ time }: BlockReference): bigint {
  return BigInt(Math.floor(time.getTime() / 1000));
}
