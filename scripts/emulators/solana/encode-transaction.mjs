/** Stored transactions in the formats of getBlock and getTransaction. */
import { base58 } from "@scure/base";
import { listKeys } from "./execution.mjs";
import { invalidParams, unsupportedVersion } from "./rpc-error.mjs";
import { readTransaction } from "./wire.mjs";

const encodeInstruction = ({ programIdIndex, accounts, data, stackHeight = 1 }) => ({
  programIdIndex,
  accounts,
  data: base58.encode(data),
  stackHeight,
});

function toJson({ signatures, message }) {
  const { header, accountKeys, recentBlockhash, instructions, addressTableLookups } = message;
  return {
    signatures: signatures.map((signature) => base58.encode(signature)),
    message: {
      header,
      accountKeys,
      recentBlockhash,
      instructions: instructions.map(encodeInstruction),
      ...(addressTableLookups === null ? {} : { addressTableLookups }),
    },
  };
}

const ENCODERS = {
  json: (record) => toJson(readTransaction(record.wire)),
  base64: ({ wire }) => [Buffer.from(wire).toString("base64"), "base64"],
  base58: ({ wire }) => [base58.encode(wire), "base58"],
  binary: ({ wire }) => base58.encode(wire),
};

function encodeReturnData({ returnData }) {
  if (returnData === null) return {};
  const { programId, data } = returnData;
  return {
    returnData: { programId: base58.encode(programId), data: [Buffer.from(data).toString("base64"), "base64"] },
  };
}

const statusOf = ({ err }) => (err === null ? { Ok: null } : { Err: err });

/** Transactions earn no rewards; the call decides whether the member is present. */
const rewardsMember = (hasRewards) => (hasRewards ? { rewards: [] } : {});

const encodeBalances = (meta, hasRewards) => ({
  err: meta.err,
  status: statusOf(meta),
  fee: meta.fee,
  preBalances: meta.preBalances,
  postBalances: meta.postBalances,
  preTokenBalances: meta.preTokenBalances,
  postTokenBalances: meta.postTokenBalances,
  ...rewardsMember(hasRewards),
});

const encodeMeta = (meta, hasRewards) => ({
  ...encodeBalances(meta, hasRewards),
  innerInstructions: meta.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(encodeInstruction),
  })),
  logMessages: meta.logMessages,
  loadedAddresses: meta.loadedAddresses,
  ...encodeReturnData(meta),
  computeUnitsConsumed: meta.computeUnitsConsumed,
});

/**
 * Returns the `version` member, omitted for clients that did not request it. @throws RpcError for a
 * version that the client does not support
 */
function versionMember(message, maxVersion) {
  if (message.version !== "legacy" && !(maxVersion >= message.version)) throw unsupportedVersion(message.version);
  return maxVersion === undefined ? {} : { version: message.version };
}

/**
 * Returns `{ transaction, meta, version? }` of a record in an encoding (json, base64,
 * base58). @throws RpcError
 */
export function encodeTransaction(record, { encoding = "json", maxVersion, hasRewards = true }) {
  const encode = ENCODERS[encoding];
  if (encode === undefined) throw invalidParams(`the emulator does not encode transactions as ${encoding}`);
  const version = versionMember(readTransaction(record.wire).message, maxVersion);
  return { transaction: encode(record), meta: encodeMeta(record.meta, hasRewards), ...version };
}

/** Does the same for `transactionDetails: "accounts"`: keys and balances only. @throws RpcError */
export function encodeAccountsOnly(record, { maxVersion, hasRewards }) {
  const { signatures, message } = readTransaction(record.wire);
  return {
    transaction: {
      accountKeys: listKeys(message, record.meta.loadedAddresses).map(({ key, ...rest }) => ({ pubkey: key, ...rest })),
      signatures: signatures.map((signature) => base58.encode(signature)),
    },
    meta: encodeBalances(record.meta, hasRewards),
    ...versionMember(message, maxVersion),
  };
}
