import type { Cell } from "@ton/core";
import { rawAccount, rawAccountOrNull } from "@/lib/chains/ton/config";
import { cell, fields, hash, list, units, whole } from "@/lib/chains/ton/decode";
import type { Query, TonNode } from "@/lib/chains/ton/ton-node";

/** A message that an account received or sent. */
export type TonMessage = {
  readonly hash: string;
  /** Null: an external message. */
  readonly source: string | null;
  /** Null: an external outgoing message, an event. */
  readonly destination: string | null;
  readonly value: bigint;
  /** The part of the forwarding fees carried in the message, beside its value. */
  readonly travelFees: bigint;
  /** It was returned because its recipient failed. */
  readonly bounced: boolean;
  /**
   * The node's notation of its operation, `0x` and eight digits; used to skip irrelevant messages.
   */
  readonly operation: string | null;
  /** Decoded only on demand: most messages of a block are not for us. */
  readonly body: () => Cell;
  /** The initial state with which it deploys its recipient. */
  readonly init: () => Cell | null;
};

/** One message received by one account, with everything that followed there. */
export type TonTransaction = {
  readonly account: string;
  readonly hash: string;
  /** Orders the transactions of one account, and of one chain of messages. */
  readonly lt: bigint;
  /** The `lt` of the account's previous transaction; zero for its first. */
  readonly previousLt: bigint;
  /** Height of the masterchain block that covers it. */
  readonly height: number;
  readonly totalFees: bigint;
  readonly aborted: boolean;
  /** The contract ran successfully, and its actions, if any, were carried out. */
  readonly succeeded: boolean;
  /** Actions that were skipped, which a wallet requests instead of failing. */
  readonly skippedActions: number;
  /** The incoming value was returned, or was too small for that. */
  readonly hasBounced: boolean;
  readonly inMessage: TonMessage | null;
  readonly outMessages: readonly TonMessage[];
};

/** Finds a deposit's transaction by its own hash. */
export async function findTransaction(
  node: TonNode,
  transactionHash: string,
  signal: AbortSignal,
): Promise<TonTransaction | null> {
  const found = await readTransactions(node, "/api/v3/transactions", { hash: transactionHash, limit: 1 }, signal);
  return found.find((transaction) => transaction.hash === transactionHash) ?? null;
}

/**
 * Returns the transactions that received a message with one of these hashes, its own or the
 * normalised one: one answer, from one state of the index.
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
 * Returns how a transaction changed its account's balance: incoming value, minus what left with its
 * messages, minus all fees. Those include the rent due until then, as far as the balance covered
 * it. Debt is in no balance.
 */
export function balanceChange({ inMessage, outMessages, totalFees }: TonTransaction): bigint {
  return (inMessage?.value ?? 0n) - sentAlong(outMessages) - totalFees;
}

/**
 * Returns what messages carry away: their value, and the part of their fees that the recipient's
 * side collects.
 */
export function sentAlong(outMessages: TonTransaction["outMessages"]): bigint {
  return outMessages.reduce((sum, { value, travelFees }) => sum + value + travelFees, 0n);
}
