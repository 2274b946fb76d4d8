import { bytesToHex } from "@noble/hashes/utils.js";
import { type RefusalReason, TransactionRefusedError } from "@/lib/chains/errors";
import type { BroadcastOutcome, SignedTransfer } from "@/lib/chains/spending";
import { readHead } from "@/lib/chains/tron/blocks";
import { hasPassed } from "@/lib/chains/tron/confirmability";
import { message, object, textOrNothing } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { readTransactionStatus } from "@/lib/chains/tron/transactions";

/** The node's own word for "I have it", said of what is in a block, in its pool, or was there an hour ago. */
const KNOWN = "DUP_TRANSACTION_ERROR";

/** What each code of java-tron says about the transaction. All others (SERVER_BUSY, NO_CONNECTION, ...) are about the node. */
const REASONS: ReadonlyMap<string, RefusalReason> = new Map([
  ["SIGERROR", "invalid"],
  ["CONTRACT_VALIDATE_ERROR", "invalid"],
  ["CONTRACT_EXE_ERROR", "invalid"],
  // Spelled so by the node. The sender has neither the bandwidth nor the TRX for it.
  ["BANDWITH_ERROR", "funds"],
  ["TAPOS_ERROR", "invalid"],
  ["TOO_BIG_TRANSACTION_ERROR", "invalid"],
  ["TRANSACTION_EXPIRATION_ERROR", "expired"],
]);

/** Validation fails for many reasons under one code; an account that nobody paid yet "does not exist". */
const LACKS_FUNDS = /balance is not sufficient|no owneraccount|account \[?\w*\]? ?does not exist|not enough balance/i;

/**
 * Sends to this one node, the very bytes that were signed. Whatever the node says against it, the transaction is looked up
 * before a refusal is believed: a node calls what it has included long ago expired.
 */
export async function sendToNode(
  node: TronNode,
  signed: SignedTransfer,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const question = { transaction: bytesToHex(signed.raw) };
  const answer = object(await node.ask("wallet/broadcasthex", question, signal));
  if (answer.result === true) {
    const taken = textOrNothing(answer.txid);
    if (taken !== null && taken !== signed.transactionId) throw new Error(`${node.name} took another one: ${taken}`);
    return "accepted";
  }
  const code = String(answer.code ?? "no code");
  const said = `${code} ${message(answer.message)}`.trim();
  const status = await readTransactionStatus(node, signed.transactionId, signal);
  if (status.state === "included") return "already-included";
  if (status.state === "pending") return "already-known";
  if (code === KNOWN) return judgeForgotten(node, signed, said, signal);
  const reason = refusalOf(code, said);
  if (reason === null) throw new Error(`${node.name}: ${said}`);
  throw new TransactionRefusedError(reason, said);
}

/** Null when the code says nothing about the transaction. Exported for its table test. */
export function refusalOf(code: string, said: string): RefusalReason | null {
  const reason = REASONS.get(code) ?? null;
  return code === "CONTRACT_VALIDATE_ERROR" && LACKS_FUNDS.test(said) ? "funds" : reason;
}

/** It remembers the id and has the transaction no more: dropped, or handed on and waiting elsewhere. */
async function judgeForgotten(
  node: TronNode,
  { spends }: SignedTransfer,
  said: string,
  signal: AbortSignal,
): Promise<BroadcastOutcome> {
  const head = await readHead(node, "wallet", signal);
  if (spends.kind === "expiring" && hasPassed(head, spends.validUntil)) {
    throw new TransactionRefusedError("expired", `${said}, and its time has passed`);
  }
  return "already-known";
}
