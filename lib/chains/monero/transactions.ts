import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock } from "@/lib/chains/monero/blocks";
import { LOOKUPS_MAX } from "@/lib/chains/monero/config";
import { bytesOf, count, fieldsOf, hash, list } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { readTransactionHead, type TransactionHead } from "@/lib/chains/monero/raw-transaction";
import { partsOf } from "@/lib/parts-of";

type Found = {
  readonly transactionId: string;
  readonly head: TransactionHead;
  /** Null while it waits in the pool. */
  readonly height: number | null;
};

/** What the daemon has of these, in its chain or its pool; what it does not have is left out. */
export async function findTransactions(
  { daemon }: MoneroNode,
  transactionIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const wanted of partsOf(transactionIds, LOOKUPS_MAX)) {
    const answer = await daemon.post("get_transactions", { txs_hashes: wanted, prune: true }, signal);
    if (answer.status !== "OK") throw new Error(`${daemon.name} get_transactions: ${String(answer.status)}`);
    const sent = list(answer.txs).map(decodeFound);
    if (sent.some(({ transactionId }) => !wanted.includes(transactionId))) {
      throw new ChainInconsistentError(`${daemon.name} sent a transaction that was not asked for`);
    }
    found.push(...sent);
  }
  return found;
}

/** This node's word on one transaction. What was included has always succeeded. */
export async function readTransactionStatus(
  node: MoneroNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const [found] = await findTransactions(node, [transactionId], signal);
  if (found === undefined) return { state: "absent" };
  if (found.height === null) return { state: "pending" };
  const block = await readBlock(node, found.height, signal);
  if (block?.transactionIds.includes(transactionId) !== true) {
    throw new ChainInconsistentError(`${node.name} reorganised while ${transactionId} was looked up`);
  }
  return { state: "included", block: block.reference, succeeded: true, feeUnits: found.head.feeUnits };
}

function decodeFound(value: unknown): Found {
  const fields = fieldsOf(value);
  const whole = fields.as_hex === "" || fields.as_hex === undefined ? fields.pruned_as_hex : fields.as_hex;
  return {
    transactionId: hash(fields.tx_hash),
    head: readTransactionHead(bytesOf(whole)),
    height: fields.in_pool === true ? null : count(fields.block_height),
  };
}
