import { bytesToHex } from "viem";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { hash } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { readTransactionStatus } from "@/lib/chains/evm/transactions";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";

/**
 * Geth, Nethermind, Erigon, Besu, Reth and anvil word their refusals differently and share no codes.
 * First match wins; the words only choose the reason, never whether the transaction is known.
 */
const REFUSALS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/replacement|could not replace|fee too low to compete/i, "conflict"],
  [/nonce.{0,20}too low|old ?nonce|nonce has already been used/i, "spent"],
  [/nonce.{0,20}too high|nonce gap|future nonce/i, "gap"],
  [/insufficient|lacks? funds|upfront cost/i, "funds"],
  [/underpriced|fee.{0,40}(less than|too low|below)|fee ?cap|gas price below|tip.{0,20}low/i, "fee"],
];

/**
 * Sends to this one node. Whatever the node says against it, the transaction's own hash is looked up
 * before a refusal is believed: anvil answers "nonce too low" to a copy of what it has already mined.
 */
export async function sendToNode(
  node: EvmNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  try {
    const answer = await node.request("eth_sendRawTransaction", [bytesToHex(signed.raw)], signal);
    if (hash(answer) !== signed.transactionId) {
      throw new Error(`${node.name} answered with another transaction: ${String(answer)}`);
    }
    return "accepted";
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    const status = await readTransactionStatus(node, signed.transactionId, signal);
    if (status.state === "included") return "already-included";
    if (status.state === "pending") return "already-known";
    throw new TransactionRefusedError(reasonOf(error.message), messageOf(error), { cause: error });
  }
}

/** Exported for its table test. */
export function reasonOf(message: string): RefusalReason {
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? "invalid";
}
