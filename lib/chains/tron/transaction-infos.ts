import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Api, TronBlock } from "@/lib/chains/tron/blocks";
import {
  address,
  hash,
  hex,
  list,
  object,
  objectOrNothing,
  smallNumber,
  text,
  textOrNothing,
  units,
} from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";

export type TronLog = { readonly contract: string; readonly topics: readonly string[]; readonly data: string };

/** TRX that a contract moved while it ran. */
export type InternalTransfer = {
  /** Its place in the transaction's own list. */
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
};

export type TransactionInfo = {
  readonly id: string;
  readonly height: number;
  /** What it cost its sender, in sun. */
  readonly feeUnits: bigint;
  /** Whether nothing in it says that it failed. Transfers of TRX have no result of their own. */
  readonly succeeded: boolean;
  /** Whether a contract ran and succeeded: only then do its logs and internal transfers tell of money that moved. */
  readonly ranWell: boolean;
  readonly logs: readonly TronLog[];
  readonly internalTransfers: readonly InternalTransfer[];
};

/**
 * Names of the internal transactions that move TRX, as the node writes them. Others carry an amount as well and move none:
 * to delegate energy to somebody (`delegateResourceOfEnergy`) names him as receiver, with the stake as value.
 */
const MOVING_NOTES: ReadonlySet<string> = new Set(
  ["call", "suicide"].map((note) => Buffer.from(note, "utf8").toString("hex")),
);

function decodeInfo(value: unknown): TransactionInfo {
  const fields = object(value);
  const receipt = object(fields.receipt ?? {});
  const ran = textOrNothing(receipt.result);
  const succeeded = textOrNothing(fields.result) !== "FAILED";
  return {
    id: hash(fields.id),
    height: smallNumber(fields.blockNumber),
    feeUnits: units(fields.fee),
    succeeded: succeeded && (ran === null || ran === "SUCCESS"),
    ranWell: succeeded && ran === "SUCCESS",
    logs: list(fields.log).map(decodeLog),
    internalTransfers: list(fields.internal_transactions).flatMap(decodeInternal),
  };
}

/** Null when the node has no such transaction in a block. */
export async function readInfo(
  node: TronNode,
  transactionId: string,
  api: Api,
  signal: AbortSignal,
): Promise<TransactionInfo | null> {
  const answer = objectOrNothing(await node.ask(`${api}/gettransactioninfobyid`, { value: transactionId }, signal));
  if (answer === null) return null;
  const info = decodeInfo(answer);
  if (info.id !== transactionId) throw new Error(`${node.name} told of ${info.id} instead of ${transactionId}`);
  return info;
}

/** What came of each transaction of the block. Throws ChainInconsistentError when the node does not tell of every one. */
export async function readInfos(
  node: TronNode,
  block: TronBlock,
  api: Api,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TransactionInfo>> {
  const { height } = block.reference;
  const answer = await node.ask(`${api}/gettransactioninfobyblocknum`, { num: height }, signal);
  // `{}` where a node has nothing of the block at all.
  const infos = (Array.isArray(answer) ? answer : []).map(decodeInfo);
  const infoOf = new Map(infos.map((info) => [info.id, info]));
  const isWhole = block.transactions.every(({ id }) => infoOf.get(id)?.height === height);
  if (!isWhole) throw new ChainInconsistentError(`${node.name} does not tell of every transaction in block ${height}`);
  return infoOf;
}

/** Without the 41 that addresses begin with elsewhere; a log may have no topics and no data. */
function decodeLog(value: unknown): TronLog {
  const fields = object(value);
  return {
    contract: hex(fields.address ?? ""),
    topics: list(fields.topics).map(hex),
    data: hex(fields.data ?? ""),
  };
}

function decodeInternal(value: unknown, index: number): readonly InternalTransfer[] {
  const fields = object(value);
  if (fields.rejected === true || !MOVING_NOTES.has(text(fields.note ?? "").toLowerCase())) return [];
  // A value that names a token id is TRC-10, which is no money of ours.
  const moved = list(fields.callValueInfo)
    .map(object)
    .filter(({ tokenId }) => tokenId === undefined || tokenId === "")
    .reduce((sum, { callValue }) => sum + units(callValue), 0n);
  if (moved === 0n) return [];
  return [{ index, from: address(fields.caller_address), to: address(fields.transferTo_address), units: moved }];
}
