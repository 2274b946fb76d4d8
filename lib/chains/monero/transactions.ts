import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference, Transfer } from "@/lib/chains/facts";
import { readBlock } from "@/lib/chains/monero/blocks";
import { LOCK_BLOCKS_MAX, LOOKUPS_MAX } from "@/lib/chains/monero/config";
import { bytesOf, count, fieldsOf, hash, list, text, units } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { readTransactionHead, type TransactionHead } from "@/lib/chains/monero/raw-transaction";
import { chunk } from "@/lib/kernel/chunk";

/** From here on an unlock time is a timestamp, not a height (CRYPTONOTE_MAX_BLOCK_NUMBER). */
const HEIGHTS_END = 500_000_000n;

/**
 * Payments of one transaction to one subaddress, as a wallet service lists them; it sums several
 * outputs.
 */
export type WalletPayment = {
  readonly transactionId: string;
  /** 0 while it is pending. */
  readonly height: number;
  readonly major: number;
  readonly minor: number;
  readonly address: string;
  readonly units: bigint;
  readonly unlockTime: bigint;
  /** Another pending transaction spends the same. */
  readonly isContested: boolean;
};

export function decodePayments(entries: unknown): readonly WalletPayment[] {
  return list(entries).map(decodePayment);
}

export function decodePayment(entry: unknown): WalletPayment {
  const fields = fieldsOf(entry);
  const { major, minor } = fieldsOf(fields.subaddr_index);
  return {
    transactionId: hash(fields.txid),
    height: count(fields.height),
    major: count(major),
    minor: count(minor),
    address: text(fields.address),
    units: units(fields.amount),
    unlockTime: units(fields.unlock_time),
    isContested: fields.double_spend_seen === true,
  };
}

/**
 * Returns nothing for a payment that its sender locked for longer than a coinbase, or until a time:
 * a lock may last forever, and nothing later would reverse the credit, so it does not count as a
 * payment. The ten blocks that lock every output are the chain's own rule and not reported.
 */
export function toTransfers(payment: WalletPayment, block: BlockReference | null): readonly Transfer[] {
  const { transactionId, major, minor, address, units: paid, unlockTime } = payment;
  const lock = block === null ? null : lockedUntil(unlockTime, block.height);
  if (paid === 0n || lock === "too-long" || (block === null && unlockTime !== 0n)) return [];
  const transfer: Transfer = {
    transactionId,
    position: `subaddress:${major}/${minor}`,
    asset: { kind: "native" },
    units: paid,
    to: { address, memo: null },
    from: null,
    block,
  };
  return [lock === null ? transfer : { ...transfer, lockedUntilHeight: lock }];
}

/**
 * Returns whether {@link toTransfers} leaves the payment out once it is in a block: it is in the
 * wallet, but in no ledger.
 */
export function isLeftOut({ unlockTime, height }: Pick<WalletPayment, "unlockTime" | "height">): boolean {
  return lockedUntil(unlockTime, height) === "too-long";
}

function lockedUntil(unlockTime: bigint, height: number): number | null | "too-long" {
  if (unlockTime <= BigInt(height)) return null;
  if (unlockTime >= HEIGHTS_END || unlockTime > BigInt(height + LOCK_BLOCKS_MAX)) return "too-long";
  return count(unlockTime);
}

type Found = {
  readonly transactionId: string;
  readonly head: TransactionHead;
  /** Null while it is pending in the pool. */
  readonly height: number | null;
};

/**
 * Returns the transactions that the daemon has in its chain or its pool; the others are left out.
 */
export async function findTransactions(
  { daemon }: MoneroNode,
  transactionIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const wanted of chunk(transactionIds, LOOKUPS_MAX)) {
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

/**
 * Returns this node's attestation of one transaction. An included transaction has always succeeded.
 */
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
