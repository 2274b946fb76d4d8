/** Calls about transactions in blocks. */
import { encodeTransaction } from "./encode-transaction.mjs";
import { MEMO_PROGRAM, OLD_MEMO_PROGRAM } from "./programs.mjs";
import { contextSlotNotReached, filterTransactionNotFound, invalidParams } from "./rpc-error.mjs";
import { inContext, takeAddress, takeFirmCommitment, takeOptions, takeSignature } from "./rpc-params.mjs";
import { readTransaction } from "./wire.mjs";

const STATUSES_MAX = 256;
const SIGNATURES_MAX = 1000;

function confirmationStatus(ledger, block) {
  if (block.height <= ledger.at("finalized").height) return "finalized";
  return block.height <= ledger.at("confirmed").height ? "confirmed" : "processed";
}

function describeStatus(ledger, found, isSearched) {
  if (found === undefined || !(isSearched || ledger.isRecent(found.block))) return null;
  const { record, block } = found;
  const confirmation = confirmationStatus(ledger, block);
  const { err } = record.meta;
  return {
    slot: block.slot,
    confirmations: confirmation === "finalized" ? null : ledger.head().height - block.height,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus: confirmation,
  };
}

/** Returns the memos with their lengths, joined as nodes do; null for none. */
function readMemos({ wire }) {
  const { message } = readTransaction(wire);
  const memos = message.instructions
    .filter(({ programIdIndex }) => [MEMO_PROGRAM, OLD_MEMO_PROGRAM].includes(message.accountKeys[programIdIndex]))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString("utf8")}`);
  return memos.length === 0 ? null : memos.join("; ");
}

function findPlace(newestFirst, signature) {
  const place = newestFirst.findIndex(({ record }) => record.signature === takeSignature(signature));
  if (place < 0) throw filterTransactionNotFound(signature);
  return place;
}

function takePart(history, { before, until, limit = SIGNATURES_MAX }) {
  if (!(Number.isInteger(limit) && limit > 0 && limit <= SIGNATURES_MAX)) {
    throw invalidParams(`Invalid limit; max ${SIGNATURES_MAX}`);
  }
  const newestFirst = [...history].reverse();
  const start = before === undefined ? 0 : findPlace(newestFirst, before) + 1;
  const end = until === undefined ? newestFirst.length : findPlace(newestFirst, until);
  return newestFirst.slice(start, Math.min(start + limit, end));
}

/** Returns the methods by name, each `(params) => result`. */
export function createHistoryMethods({ ledger }) {
  return {
    getTransaction([signature, config]) {
      const options = typeof config === "string" ? { encoding: config } : takeOptions(config);
      const found = ledger.find(takeSignature(signature));
      const newest = ledger.at(takeFirmCommitment(options.commitment));
      if (found === undefined || found.block.height > newest.height) return null;
      const { encoding, maxSupportedTransactionVersion: maxVersion } = options;
      const encoded = encodeTransaction(found.record, { encoding, maxVersion });
      const { block, position: transactionIndex } = found;
      return { blockTime: block.time, slot: block.slot, transactionIndex, ...encoded };
    },
    getSignatureStatuses([signatures, options]) {
      if (!Array.isArray(signatures)) throw invalidParams("Invalid params: expected a sequence.");
      if (signatures.length > STATUSES_MAX) throw invalidParams(`Too many inputs provided; max ${STATUSES_MAX}`);
      const isSearched = takeOptions(options).searchTransactionHistory === true;
      const statuses = signatures.map((signature) =>
        describeStatus(ledger, ledger.find(takeSignature(signature)), isSearched),
      );
      return inContext(ledger.head(), statuses);
    },
    getSignaturesForAddress([address, config]) {
      const options = takeOptions(config);
      const newest = ledger.at(takeFirmCommitment(options.commitment));
      if (options.minContextSlot > newest.slot) throw contextSlotNotReached(newest.slot);
      const history = ledger.history(takeAddress(address)).filter(({ block }) => block.height <= newest.height);
      return takePart(history, options).map(({ record, block, position }) => ({
        signature: record.signature,
        slot: block.slot,
        err: record.meta.err,
        memo: readMemos(record),
        blockTime: block.time,
        confirmationStatus: confirmationStatus(ledger, block),
        transactionIndex: position,
      }));
    },
  };
}
