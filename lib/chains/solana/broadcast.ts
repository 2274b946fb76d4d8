import { base64 } from "@scure/base";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { object } from "@/lib/chains/solana/decode";
import { explainFailure, type Failure } from "@/lib/chains/solana/failures";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import { hasPassed } from "@/lib/chains/solana/simulate";
import { readTransactionStatus } from "@/lib/chains/solana/transactions";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";

const PREFLIGHT_FAILED = -32_002;
const BAD_SIGNATURE = -32_003;
const BAD_PARAMETERS = -32_602;

/** How often a node sends it on to the leaders by itself, about every two seconds. The engine hands it in again beside that. */
const NODE_RETRIES = 10;

const REASONS: Readonly<Record<Exclude<Failure["of"], "lifetime" | "repeated">, RefusalReason>> = {
  funds: "funds",
  rent: "funds",
  transaction: "invalid",
};

/**
 * Sends to this one node. With preflight, although it costs a node time: without it, a node takes anything well-formed and is silent
 * about what becomes of it, and a transaction that is sure to fail would still cost its fee.
 */
export async function sendToNode(
  node: SolanaNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  // Preflight knows a copy only while its block hash is young; the chain's own record knows it always.
  const before = await readTransactionStatus(node, signed.transactionId, signal);
  if (before.state !== "absent") return before.state === "included" ? "already-included" : "already-known";
  const options = {
    encoding: "base64",
    skipPreflight: false,
    // The same as of the block hash: it is known there by then.
    preflightCommitment: "confirmed",
    maxRetries: NODE_RETRIES,
  };
  try {
    const answer = await node.request("sendTransaction", [base64.encode(signed.raw), options], signal);
    if (answer !== signed.transactionId) throw new Error(`${node.name} answered with another transaction`);
    return "accepted";
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    return afterRefusal(node, signed, error, signal);
  }
}

/** Another copy may have got in between: the transaction's own id is looked up before a refusal is believed. */
async function afterRefusal(
  node: SolanaNode,
  signed: SignedTransfer,
  error: NodeAnswerError,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const status = await readTransactionStatus(node, signed.transactionId, signal);
  if (status.state === "included") return "already-included";
  if (status.state === "pending") return "already-known";
  if (error.code === BAD_SIGNATURE || error.code === BAD_PARAMETERS) throw refusal("invalid", error.message, error);
  // Everything else that is no word of the preflight is about the node: too many requests, behind, out of order.
  if (error.code !== PREFLIGHT_FAILED) throw error;
  const failure = explainFailure(object(error.data).err);
  if (failure.of === "repeated") return "already-known";
  if (failure.of !== "lifetime") throw refusal(REASONS[failure.of], failure.words, error);
  const { spends } = signed;
  if (spends.kind === "expiring" && (await hasPassed(node, spends.validUntil, signal))) {
    throw refusal("expired", "its last block has passed", error);
  }
  // This node has not seen the block that it was built on: others may have.
  throw error;
}

function refusal(reason: RefusalReason, words: string, cause: Error): TransactionRefusedError {
  return new TransactionRefusedError(reason, words, { cause });
}
