import { createDestinationFilter, type DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { toChecksumAddress } from "@/lib/chains/evm/address";
import { readWholeBlock } from "@/lib/chains/evm/blocks";
import type { RpcBlock, RpcLog, RpcTransaction } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { NumberedReceipt } from "@/lib/chains/evm/transactions";
import type { BlockReference, Transfer } from "@/lib/chains/facts";

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/**
 * A transfer in a block; whether it is ours and succeeded is checked later. Addresses as the node
 * wrote them.
 */
export type FoundTransfer = {
  readonly transactionId: string;
  /** Null: the native coin. */
  readonly contract: string | null;
  readonly units: bigint;
  readonly to: string;
  readonly from: string | null;
  readonly height: number;
  /** The node's index of the log within its block; null for a native transfer. */
  readonly logIndex: number | null;
};

/** A block, its transaction ids, and the native transfers in it that may be ours. */
export type ScannedBlock = RpcBlock & {
  readonly transactionIds: readonly string[];
  readonly natives: DestinationFilter<FoundTransfer>;
};

/** Checksums are computed only when matching: most transfers are not for us. */
export function filterTransfers(match: MatchDestinations): DestinationFilter<FoundTransfer> {
  return createDestinationFilter(match, ({ to }) => ({ address: toChecksumAddress(to), memo: null }));
}

/** @throws ChainInconsistentError when the node does not have the block */
export async function scanBlock(
  node: EvmNode,
  height: number,
  match: MatchDestinations,
  signal: AbortSignal,
): Promise<ScannedBlock> {
  const transactionIds: string[] = [];
  const natives = filterTransfers(match);
  const take = (transaction: RpcTransaction) => {
    transactionIds.push(transaction.hash);
    const foundTransfer = nativeTransfer(transaction, height);
    if (foundTransfer !== null) natives.add(foundTransfer);
  };
  const block = await readWholeBlock(node, height, { take, between: natives.drain }, signal);
  if (block === null) throw new ChainInconsistentError(`${node.name} has no block ${height}`);
  return { ...block, transactionIds, natives };
}

/**
 * Identifies the log by its index in its own receipt: the index in the block changes when a
 * reorganisation re-includes it.
 */
export function toTransfer(foundTransfer: FoundTransfer, receipt: NumberedReceipt, block: BlockReference): Transfer {
  const { transactionId, contract, units, to, from, logIndex } = foundTransfer;
  return {
    transactionId,
    asset: contract === null ? { kind: "native" } : { kind: "token", contract: toChecksumAddress(contract) },
    units,
    from: from === null ? null : toChecksumAddress(from),
    block,
    to: { address: toChecksumAddress(to), memo: null },
    position: positionOf(logIndex, receipt),
  };
}

function positionOf(logIndex: number | null, { transactionId, ordinals }: NumberedReceipt): string {
  if (logIndex === null) return "native";
  const ordinal = ordinals.get(logIndex);
  if (ordinal === undefined) throw new ChainInconsistentError(`the receipt of ${transactionId} lacks a log of it`);
  return `log:${ordinal}`;
}

function nativeTransfer({ hash, from, to, value }: RpcTransaction, height: number): FoundTransfer | null {
  if (to === null || value === 0n) return null;
  return { transactionId: hash, contract: null, units: value, to, from, height, logIndex: null };
}

/**
 * Converts a transfer log of any contract: tokens that we do not know are still the payer's money
 * and must be found. Three topics and one word of data is ERC-20; four topics is a collectible,
 * which is not money.
 */
export function tokenTransfer({ topics, data, ...log }: RpcLog, height: number): FoundTransfer | null {
  const [, from, to] = topics;
  if (topics.length !== 3 || from === undefined || to === undefined || data.length !== 66) return null;
  const units = BigInt(data);
  if (units === 0n) return null;
  const { transactionId, contract, logIndex } = log;
  const sender = addressOfTopic(from);
  // Minted, so there is no sender to refund.
  const isMinted = sender === ZERO_ADDRESS;
  return { transactionId, contract, units, to: addressOfTopic(to), from: isMinted ? null : sender, height, logIndex };
}

function addressOfTopic(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
