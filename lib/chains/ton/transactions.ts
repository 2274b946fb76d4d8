import type { Cell } from "@ton/core";
import { rawAccount, rawAccountOrNull } from "@/lib/chains/ton/config";
import { cell, fields, hash, list, units, whole } from "@/lib/chains/ton/decode";
import type { Query, TonNode } from "@/lib/chains/ton/ton-node";

/** What arrived at an account, or left it. */
export type TonMessage = {
  readonly hash: string;
  /** Null: from outside of the chain. */
  readonly source: string | null;
  /** Null: to the outside, an event. */
  readonly destination: string | null;
  readonly value: bigint;
  /** The part of the forwarding fees that travels within the message, beside its value. */
  readonly travelFees: bigint;
  /** It came back, because its receiver failed. */
  readonly bounced: boolean;
  /**
   * The node's word for what it is for, `0x` and eight digits; good for leaving out what need not
   * be looked at.
   */
  readonly operation: string | null;
  /** Taken apart only when asked for: most messages of a block are nobody's here. */
  readonly body: () => Cell;
  /** What it brings along to deploy its receiver with. */
  readonly init: () => Cell | null;
};

/** One message taken in by one account, with all that came of it there. */
export type TonTransaction = {
  readonly account: string;
  readonly hash: string;
  /** Orders what one account, and one chain of messages, did. */
  readonly lt: bigint;
  /** That of the account's transaction before this one; zero for its first. */
  readonly previousLt: bigint;
  /** The masterchain's block that covers it. */
  readonly height: number;
  readonly totalFees: bigint;
  readonly aborted: boolean;
  /** The contract ran to its end, and its actions were carried out or there were none. */
  readonly succeeded: boolean;
  /** Actions that were left out, which a wallet asks for rather than to fail. */
  readonly skippedActions: number;
  /** What came in was sent back, or was too little for that. */
  readonly hasBounced: boolean;
  readonly inMessage: TonMessage | null;
  readonly outMessages: readonly TonMessage[];
};

/** Where a deposit is: its transaction by its own hash. */
export async function findTransaction(
  node: TonNode,
  transactionHash: string,
  signal: AbortSignal,
): Promise<TonTransaction | null> {
  const found = await readTransactions(node, "/api/v3/transactions", { hash: transactionHash, limit: 1 }, signal);
  return found.find((transaction) => transaction.hash === transactionHash) ?? null;
}

/**
 * Those that took in a message with one of these hashes, its own or the normalised one: one answer,
 * of one state of the index.
 */
export function readByMessage(
  node: TonNode,
  messageHashes: readonly string[],
  signal: AbortSignal,
): Promise<readonly TonTransaction[]> {
  const query = { msg_hash: messageHashes, direction: "in", limit: 20 };
  return readTransactions(node, "/api/v3/transactionsByMessage", query, signal);
}

export async function readTransactions(
  node: TonNode,
  path: string,
  query: Query,
  signal: AbortSignal,
): Promise<readonly TonTransaction[]> {
  const { transactions } = fields(await node.get(path, query, signal));
  return list(transactions).map(decodeTransaction);
}

function decodeTransaction(value: unknown): TonTransaction {
  const transaction = fields(value);
  const description = fields(transaction["description"]);
  const action = description["action"] == null ? null : fields(description["action"]);
  const compute = description["compute_ph"] == null ? {} : fields(description["compute_ph"]);
  return {
    account: rawAccount(transaction["account"]),
    hash: hash(transaction["hash"]),
    lt: units(transaction["lt"]),
    previousLt: units(transaction["prev_trans_lt"]),
    height: whole(transaction["mc_block_seqno"]),
    totalFees: units(transaction["total_fees"]),
    aborted: description["aborted"] === true,
    succeeded: description["aborted"] !== true && compute["success"] === true && action?.["success"] !== false,
    skippedActions: action?.["skipped_actions"] == null ? 0 : whole(action["skipped_actions"]),
    hasBounced: description["bounce"] != null,
    inMessage: transaction["in_msg"] == null ? null : decodeMessage(transaction["in_msg"]),
    outMessages: list(transaction["out_msgs"] ?? []).map(decodeMessage),
  };
}

function decodeMessage(value: unknown): TonMessage {
  const message = fields(value);
  return {
    hash: hash(message["hash"]),
    source: rawAccountOrNull(message["source"]),
    destination: rawAccountOrNull(message["destination"]),
    value: optionalUnits(message["value"]),
    travelFees: optionalUnits(message["fwd_fee"]) + optionalUnits(message["ihr_fee"]),
    bounced: message["bounced"] === true,
    operation: typeof message["opcode"] === "string" ? message["opcode"].toLowerCase() : null,
    body: () => cell(fields(message["message_content"])["body"]),
    init: () => (message["init_state"] == null ? null : cell(fields(message["init_state"])["body"])),
  };
}

function optionalUnits(value: unknown): bigint {
  return value == null ? 0n : units(value);
}

/**
 * By how much a transaction changed what its account holds: what came, less what left with its
 * messages, less all fees. The rent that was due until then is among those, as far as there was
 * something to take it from. What somebody owes stands in no balance.
 */
export function balanceChange({ inMessage, outMessages, totalFees }: TonTransaction): bigint {
  return (inMessage?.value ?? 0n) - sentAlong(outMessages) - totalFees;
}

/**
 * What messages take with them: their value, and the part of their fees that the receiver's side
 * collects.
 */
export function sentAlong(outMessages: TonTransaction["outMessages"]): bigint {
  return outMessages.reduce((sum, { value, travelFees }) => sum + value + travelFees, 0n);
}
