import { createDestinationFilter, type DestinationFilter } from "@/lib/chains/destination-filter";
import type { MatchDestinations } from "@/lib/chains/driver";
import type { Asset, BlockReference, Transfer } from "@/lib/chains/facts";
import type { TronTransaction } from "@/lib/chains/tron/blocks";
import { fromContractForm } from "@/lib/chains/tron/config";
import { address, hex, list, object, text, units } from "@/lib/chains/tron/decode";
import { readWord, TRANSFER_TOPIC, WORD_DIGITS } from "@/lib/chains/tron/trc20";

/**
 * Transaction types that run a contract: only these can log, or move money beyond their own
 * contents.
 */
const RUNS_CONTRACT: ReadonlySet<string> = new Set(["TriggerSmartContract", "CreateSmartContract"]);

export function runsContract({ contractType }: TronTransaction): boolean {
  return RUNS_CONTRACT.has(contractType);
}

/**
 * A positive amount of any asset that moved within a transaction: tokens that we do not know are
 * still the payer's money.
 */
export type Movement = {
  readonly position: string;
  /** In the form of logs; null: TRX. */
  readonly contract: string | null;
  readonly units: bigint;
  /**
   * In hexadecimal as the node writes it: the address is the last 20 bytes, and the bytes before
   * are irrelevant.
   */
  readonly from: string;
  readonly to: string;
};

/** A movement, with its transaction and its position in the block. */
export type FoundTransfer = Movement & {
  readonly transactionId: string;
  readonly place: number;
  readonly block: BlockReference;
};

/** Addresses are encoded only for matching: most transfers are not for us. */
export function filterTransfers(match: MatchDestinations): DestinationFilter<FoundTransfer> {
  return createDestinationFilter(match, ({ to }) => ({ address: addressOf(to), memo: null }));
}

export function toTransfer({ transactionId, position, contract, units, from, to, block }: FoundTransfer): Transfer {
  const asset: Asset = contract === null ? { kind: "native" } : { kind: "token", contract: fromContractForm(contract) };
  const destination = { address: addressOf(to), memo: null };
  return { transactionId, position, asset, units, from: addressOf(from), to: destination, block };
}

function addressOf(hex: string): string {
  return fromContractForm(hex.slice(-40));
}

/**
 * Notes of the internal transactions that move TRX, as the node writes them. Others carry an amount
 * as well but move none: delegating energy (`delegateResourceOfEnergy`) names its receiver, with
 * the stake as value.
 */
const MOVING_NOTES: ReadonlySet<string> = new Set(
  ["call", "suicide"].map((note) => Buffer.from(note, "utf8").toString("hex")),
);

/**
 * Decodes the transfer in a contract's log. Three topics and one word of data is TRC-20; four
 * topics is a collectible, which is not money. The token is the contract that logged, whatever
 * contract the transaction called and whatever name that token gives itself. `index` counts within
 * the transaction, so that the position survives a reorganisation. A log may have no topics and no
 * data, and its addresses lack the usual prefix 41.
 */
export function byLog(value: unknown, index: number): readonly Movement[] {
  const fields = object(value);
  const contract = hex(fields.address ?? "");
  const topics = list(fields.topics).map(hex);
  const data = hex(fields.data ?? "");
  const [event, from, to] = topics;
  if (event !== TRANSFER_TOPIC || topics.length !== 3 || data.length !== WORD_DIGITS) return [];
  const moved = readWord(data) ?? 0n;
  if (!isWord(from) || !isWord(to) || moved === 0n || !/^[0-9a-f]{40}$/.test(contract)) return [];
  return [{ position: `log:${index}`, contract, units: moved, from, to }];
}

/**
 * Decodes TRX moved by a contract during execution. `index` is its position in the transaction's
 * own list.
 */
export function byInternal(value: unknown, index: number): readonly Movement[] {
  const fields = object(value);
  if (fields.rejected === true || !MOVING_NOTES.has(text(fields.note ?? "").toLowerCase())) return [];
  // A value with a token id is TRC-10, which we do not support.
  const moved = list(fields.callValueInfo)
    .map(object)
    .filter(({ tokenId }) => tokenId === undefined || tokenId === "")
    .reduce((sum, { callValue }) => sum + units(callValue), 0n);
  if (moved === 0n) return [];
  const [from, to] = [address(fields.caller_address), address(fields.transferTo_address)];
  return [{ position: `internal:${index}`, contract: null, units: moved, from, to }];
}

function isWord(topic: string | undefined): topic is string {
  return topic?.length === WORD_DIGITS;
}
