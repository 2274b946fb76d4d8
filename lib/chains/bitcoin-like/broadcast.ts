import { hash } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { readUnspent } from "@/lib/chains/bitcoin-like/origins";
import { findTransaction } from "@/lib/chains/bitcoin-like/transactions";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";

/**
 * Codes of Bitcoin Core's protocol.h that concern the transaction; any other code concerns the node
 * itself.
 */
const VERIFY_ERROR = -25;
const VERIFY_REJECTED = -26;
const VERIFY_ALREADY_IN_CHAIN = -27;
const DESERIALIZATION_ERROR = -22;
const VERDICTS: readonly number[] = [VERIFY_ERROR, VERIFY_REJECTED, VERIFY_ALREADY_IN_CHAIN, DESERIALIZATION_ERROR];

/**
 * Inputs are missing: spent by another transaction, or created by a transaction that the node does
 * not know.
 */
const INPUTS_MISSING = /missing.?inputs|missingorspent|inputs-spent/i;

/** The same transaction, possibly with other signatures. */
const KNOWN = /txn-already-in-mempool|txn-already-known|same-nonwitness-data|already in mempool/i;

/**
 * First match wins. Messages of Bitcoin Core 0.14 (which Dogecoin is based on) to 28, which the
 * other nodes of the family adopted (Dash adds a conflict with transactions locked by its
 * masternodes). Anything not listed (dust, scripts, sizes, an absurd fee) is `invalid`.
 */
const REFUSALS: readonly (readonly [RegExp, RefusalReason])[] = [
  [/conflict|replacement|insufficient fee/i, "conflict"],
  [/min.{0,10}fee not met|insufficient priority|mempool full|mempool-full/i, "fee"],
];

/**
 * Sends to this one node, which also makes it announce the transaction to its peers again. A
 * refusal is believed only after a lookup of the transaction's own id.
 */
export async function sendToNode(
  node: CoinNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const wasWaiting = await isWaiting(node, signed.transactionId, signal);
  try {
    const answer = await node.request("sendrawtransaction", [Buffer.from(signed.raw).toString("hex")], signal);
    if (hash(answer) !== signed.transactionId) {
      throw new Error(`${node.name} answered with another transaction: ${String(answer)}`);
    }
    return wasWaiting ? "already-known" : "accepted";
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || !VERDICTS.includes(error.code)) throw error;
    return await classifyRefusal(node, signed, error, signal);
  }
}

/** Exported for its table test. */
export function reasonOf(message: string): RefusalReason {
  return REFUSALS.find(([pattern]) => pattern.test(message))?.[1] ?? "invalid";
}

async function isWaiting(node: CoinNode, transactionId: string, signal: AbortSignal): Promise<boolean> {
  const [entry] = await node.batch([{ method: "getmempoolentry", params: [transactionId] }], signal);
  return !(entry instanceof NodeAnswerError);
}

async function classifyRefusal(
  node: CoinNode,
  signed: SignedTransfer,
  refusal: NodeAnswerError,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  if (refusal.code === VERIFY_ALREADY_IN_CHAIN) return "already-included";
  if (KNOWN.test(refusal.message)) return "already-known";
  const known = await findTransaction(node, signed.transactionId, signal);
  if (known !== null) return known.block === null ? "already-known" : "already-included";
  const reason = INPUTS_MISSING.test(refusal.message)
    ? await reasonOfMissingInputs(node, signed, signal)
    : reasonOf(refusal.message);
  throw new TransactionRefusedError(reason, messageOf(refusal), { cause: refusal });
}

/**
 * Distinguishes the two cases: the node gives the same error for a spent input and an unknown one.
 */
async function reasonOfMissingInputs(
  node: CoinNode,
  { spends }: SignedTransfer,
  signal: AbortSignal,
): Promise<RefusalReason> {
  if (spends.kind !== "coins") throw new TypeError("a transfer of this family spends coins");
  const unspent = await readUnspent(node, spends.coins, false, signal);
  const missing = spends.coins.filter((_, index) => unspent[index] === null);
  for (const { transactionId } of missing) {
    const source = await findTransaction(node, transactionId, signal);
    if (source !== null && source.block !== null) return "spent";
  }
  // The missing inputs' transactions are pending or unknown here: once they confirm, the same bytes
  // may be accepted.
  return missing.length > 0 ? "gap" : "conflict";
}
