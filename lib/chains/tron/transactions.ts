import type { TransactionStatus } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Reading } from "@/lib/chains/json-stream";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { type Api, readBlock } from "@/lib/chains/tron/blocks";
import { hash, list, object, objectOrNothing, smallNumber, textOrNothing, units } from "@/lib/chains/tron/decode";
import { byInternal, byLog, type Movement } from "@/lib/chains/tron/found-transfers";
import { NodeAnswerError, type TronNode } from "@/lib/chains/tron/http-node";

type TransactionInfo = {
  readonly id: string;
  readonly height: number;
  /** The sender's cost, in sun. */
  readonly feeUnits: bigint;
  /** Whether nothing in it indicates a failure. TRX transfers have no result of their own. */
  readonly succeeded: boolean;
  /**
   * Whether a contract ran and succeeded: only then do its logs and internal transfers report moved
   * money.
   */
  readonly ranWell: boolean;
};

/** What a transaction may burn for energy (15,000 TRX) pays for a third as many. */
const LOGS_MAX = 300_000;

/** Excludes its logs and internal transactions, which are lists. */
function decodeInfo(value: unknown): TransactionInfo {
  const fields = object(value);
  const receipt = object(fields.receipt ?? {});
  const ran = textOrNothing(receipt.result);
  const succeeded = textOrNothing(fields.result) !== "FAILED";
  list(fields.log);
  list(fields.internal_transactions);
  return {
    id: hash(fields.id),
    height: smallNumber(fields.blockNumber),
    feeUnits: units(fields.fee),
    succeeded: succeeded && (ran === null || ran === "SUCCESS"),
    ranWell: succeeded && ran === "SUCCESS",
  };
}

/** For reads of the result only: a transaction may log many thousands of times. */
const UNLOOKED: Reading = {
  takers: { "$.log.*": () => undefined, "$.internal_transactions.*": () => undefined },
};

/** Returns null when the node has no such transaction in a block. */
async function readInfo(
  node: TronNode,
  transactionId: string,
  api: Api,
  signal: AbortSignal,
): Promise<TransactionInfo | null> {
  const question = { value: transactionId };
  const answer = objectOrNothing(await node.ask(`${api}/gettransactioninfobyid`, question, signal, UNLOOKED));
  if (answer === null) return null;
  const info = decodeInfo(answer);
  if (info.id !== transactionId) throw new Error(`${node.name} told of ${info.id} instead of ${transactionId}`);
  return info;
}

/**
 * Returns the result of each transaction of the block that `height` and `ids` identify; the
 * movements by contracts are streamed transaction by transaction, in execution order.
 *
 * @throws ChainInconsistentError when the node omits or repeats one
 */
export async function readInfos(
  node: TronNode,
  { height, ids, api }: { readonly height: number; readonly ids: readonly string[]; readonly api: Api },
  taking: {
    readonly take: (transactionId: string, movements: readonly Movement[]) => void;
    readonly between: () => Promise<void>;
  },
  signal: AbortSignal,
): Promise<void> {
  const heights = new Map<string, number>();
  let [logs, internals] = [0, 0];
  let byLogs: Movement[] = [];
  let byInternals: Movement[] = [];
  const takers = {
    "$.*.log.*": (item: unknown) => {
      byLogs.push(...byLog(item, logs));
      logs += 1;
      if (logs > LOGS_MAX) throw new AnswerTooLargeError(`a transaction with more than ${LOGS_MAX} logs`);
    },
    "$.*.internal_transactions.*": (item: unknown) => {
      byInternals.push(...byInternal(item, internals));
      internals += 1;
      if (internals > LOGS_MAX) throw new AnswerTooLargeError(`a transaction with more than ${LOGS_MAX} calls`);
    },
    "$.*": (item: unknown) => {
      const info = decodeInfo(item);
      if (heights.has(info.id)) throw new ChainInconsistentError(`${node.name} tells of ${info.id} twice`);
      heights.set(info.id, info.height);
      if (info.ranWell) taking.take(info.id, [...byLogs, ...byInternals]);
      [logs, internals, byLogs, byInternals] = [0, 0, [], []];
    },
  };
  // `{}` where a node has nothing of the block.
  await node.ask(`${api}/gettransactioninfobyblocknum`, { num: height }, signal, { takers, between: taking.between });
  if (ids.every((id) => heights.get(id) === height)) return;
  throw new ChainInconsistentError(`${node.name} does not tell of every transaction in block ${height}`);
}

/**
 * Returns this node's attestation of one transaction. The pool is queried first: a transaction that
 * leaves it meanwhile is then found in a block. "Absent" takes three answers; a node that stores no
 * results (`storage.transHistory.switch = "off"`) still has the transaction itself and reports
 * "pending" forever, which stops a payout but repeats none.
 */
export async function readTransactionStatus(
  node: TronNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const isPending = await isInPool(node, transactionId, signal);
  const included = await readIncluded(node, transactionId, "wallet", signal);
  if (included !== null) return included;
  return { state: isPending || (await isKnown(node, transactionId, "wallet", signal)) ? "pending" : "absent" };
}

/**
 * Returns where and how it was included, according to this half of the node's API; null when that
 * has no result of it.
 */
export async function readIncluded(
  node: TronNode,
  transactionId: string,
  api: Api,
  signal: AbortSignal,
): Promise<(TransactionStatus & { readonly state: "included" }) | null> {
  const info = await readInfo(node, transactionId, api, signal);
  if (info === null) return null;
  const block = await readBlock(node, info.height, api, signal);
  const transaction = block?.transactions.find(({ id }) => id === transactionId);
  if (block === null || transaction === undefined) {
    throw new ChainInconsistentError(`${node.name} lost the block of ${transactionId} while being read`);
  }
  const succeeded = info.succeeded && transaction.succeeded;
  return { state: "included", block: block.reference, succeeded, feeUnits: info.feeUnits };
}

/**
 * Returns whether the node has the transaction itself, in a block or, by its `wallet` half, in its
 * pool.
 */
export async function isKnown(node: TronNode, transactionId: string, api: Api, signal: AbortSignal): Promise<boolean> {
  return objectOrNothing(await node.ask(`${api}/gettransactionbyid`, { value: transactionId }, signal)) !== null;
}

/** Not every service exposes its pool under this name. */
async function isInPool(node: TronNode, transactionId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await node.ask("wallet/gettransactionfrompending", { value: transactionId }, signal);
    return objectOrNothing(answer) !== null;
  } catch (error) {
    if (error instanceof NodeAnswerError) return false;
    throw error;
  }
}
