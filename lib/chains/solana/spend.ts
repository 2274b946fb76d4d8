import { base64 } from "@scure/base";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import { evaluateAcrossNodes } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import { readTokenAccounts } from "@/lib/chains/solana/accounts";
import { readBlock, readHead } from "@/lib/chains/solana/blocks";
import { assembleSigned } from "@/lib/chains/solana/build";
import { object, small } from "@/lib/chains/solana/decode";
import { readFeeEstimate } from "@/lib/chains/solana/estimate";
import { asksMore } from "@/lib/chains/solana/fees";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import { movableOf } from "@/lib/chains/solana/plan";
import { LIFE_BLOCKS, prepareSolanaTransfer } from "@/lib/chains/solana/prepare";
import { explainFailure, type Failure, hasPassed, simulateTransfer } from "@/lib/chains/solana/simulate";
import { readStatusAt, readTransactionStatus } from "@/lib/chains/solana/transactions";
import type {
  BroadcastOutcome,
  ChainSpending,
  Confirmability,
  SentTransfer,
  SignedTransfer,
} from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

const PREFLIGHT_FAILED = -32_002;
const BAD_SIGNATURE = -32_003;
const BAD_PARAMETERS = -32_602;

/**
 * How often a node forwards it to the leaders on its own, about every two seconds. Our engine
 * rebroadcasts in addition.
 */
const NODE_RETRIES = 10;

const REASONS: Readonly<Record<Exclude<Failure["of"], "lifetime" | "repeated">, RefusalReason>> = {
  funds: "funds",
  rent: "funds",
  transaction: "invalid",
};

/**
 * Sends to this one node, with preflight although it costs the node time: without it, a node
 * accepts anything well-formed and does not report what becomes of it, and a transaction that is
 * sure to fail would still cost its fee.
 */
async function sendToNode(node: SolanaNode, signed: SignedTransfer, signal: AbortSignal): Promise<BroadcastOutcome> {
  // Preflight recognises a copy only while its block hash is recent; the chain's own record always
  // does.
  const before = await readTransactionStatus(node, signed.transactionId, signal);
  if (before.state !== "absent") return before.state === "included" ? "already-included" : "already-known";
  const options = {
    encoding: "base64",
    skipPreflight: false,
    // The same as for the block hash: by then it is known there.
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

/**
 * Another copy may have been included in between: the transaction's own id is looked up before a
 * refusal is believed.
 */
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
  // Any error other than a preflight failure concerns the node: too many requests, behind, out of
  // order.
  if (error.code !== PREFLIGHT_FAILED) throw error;
  const failure = explainFailure(object(error.data).err);
  if (failure.of === "repeated") return "already-known";
  if (failure.of !== "lifetime") throw refusal(REASONS[failure.of], failure.message, error);
  const { spends } = signed;
  if (spends.kind === "expiring" && (await hasPassed(node, spends.validUntil, signal))) {
    throw refusal("expired", "its last block has passed", error);
  }
  // This node has not seen the block that it was built on: others may have.
  throw error;
}

function refusal(reason: RefusalReason, message: string, cause: Error): TransactionRefusedError {
  return new TransactionRefusedError(reason, message, { cause });
}

/** The money-out half of the Solana driver. */
export function createSolanaSpending(nodes: Failover<SolanaNode>): ChainSpending {
  return {
    estimateFee: (input, signal) => nodes.call((node) => readFeeEstimate(node, input, signal), signal),
    async movableAtOnce(address, asset, signal) {
      if (asset.kind === "native") return null;
      return movableOf(await nodes.call((node) => readTokenAccounts(node, address, asset.contract, signal), signal));
    },
    prepareTransfer: (request, fee, signal) => prepareSolanaTransfer(nodes, request, fee, signal),
    outbids: asksMore,
    simulate: (unsigned, signal) => nodes.call((node) => simulateTransfer(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assembleSigned(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...evaluateAcrossNodes(
      nodes,
      async (node, signal) => (await readHead(node, "confirmed", signal)).reference,
      evaluateConfirmability,
    ),
  };
}

/**
 * Returns this node's attestation. `validUntil` is a block height. A transaction is dead when a
 * finalized block is beyond it, that block has `confirmations` confirmations, and this node, at
 * that block or later and with records back to the transaction's creation, has no trace of it.
 */
async function evaluateConfirmability(
  node: SolanaNode,
  { transactionId, spends }: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  if (spends.kind !== "expiring") throw new TypeError("a Solana transfer expires");
  const { validUntil } = spends;
  // The heads are read first: a transaction included in between is then found by its status.
  const head = await readHead(node, "confirmed", signal);
  const final = await readHead(node, "finalized", signal);
  const { slot, status } = await readStatusAt(node, transactionId, signal);
  if (status.state === "included") {
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  if (BigInt(head.blockHeight) <= validUntil) return { verdict: "possible" };
  const deepHeight = BigInt(head.blockHeight - Math.max(confirmations, 1) + 1);
  if (deepHeight <= validUntil || BigInt(final.blockHeight) <= validUntil) {
    return unproven("its last block has passed, but not by enough blocks");
  }
  if (status.state === "pending") return unproven("the node has it in a block that is not confirmed");
  // Several machines may answer behind one URL, each at its own slot.
  if (slot < final.reference.height) return unproven(`the node that was asked for it is only at ${slot}`);
  if (!(await remembers(node, validUntil - LIFE_BLOCKS, signal))) {
    return unproven("the node's records do not go back to its time");
  }
  return { verdict: "impossible", reason: "expired" };
}

/**
 * Returns whether the node's records go back to this height: otherwise it would not know what was
 * included then. Queried after the status, because records are only ever pruned from that end.
 */
async function remembers(node: SolanaNode, height: bigint, signal: AbortSignal): Promise<boolean> {
  const first = small(await node.request("getFirstAvailableBlock", [], signal));
  if (first === 0) return true;
  const oldest = await readBlock(node, first, "finalized", signal);
  return oldest !== null && BigInt(oldest.blockHeight) <= height;
}

function unproven(reason: string): Confirmability {
  return { verdict: "unproven", reason };
}
