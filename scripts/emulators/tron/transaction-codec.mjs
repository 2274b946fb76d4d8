/**
 * TRON transactions as bytes. In memory a transaction is `{ id, rawHex, signatures, raw }`, and
 * `raw` is `{ refBlockBytes, refBlockHash, refBlockNum, expiration, data, timestamp, feeLimit,
 * contract }` with hexadecimal strings and bigints; `contract` is
 * `{ type, permissionId, ownerAddress, ... }` with the fields of its type.
 */
import { createHash } from "node:crypto";
import { invalidContract, Refusal } from "./refusal.mjs";
import { encodeMessage, nameFields } from "./wire.mjs";

/** The supported contract types: java-tron's numbers and fields. */
export const CONTRACTS = {
  TransferContract: {
    number: 1n,
    fields: { 1: ["ownerAddress", "bytes"], 2: ["toAddress", "bytes"], 3: ["amount", "int"] },
  },
  TriggerSmartContract: {
    number: 31n,
    fields: {
      1: ["ownerAddress", "bytes"],
      2: ["contractAddress", "bytes"],
      3: ["callValue", "int"],
      4: ["data", "bytes"],
      5: ["callTokenValue", "int"],
      6: ["tokenId", "int"],
    },
  },
};

const RAW_FIELDS = {
  1: ["refBlockBytes", "bytes"],
  3: ["refBlockNum", "int"],
  4: ["refBlockHash", "bytes"],
  8: ["expiration", "int"],
  10: ["data", "bytes"],
  11: ["*contract", "bytes"],
  14: ["timestamp", "int"],
  18: ["feeLimit", "int"],
};
const CONTRACT_FIELDS = { 1: ["type", "int"], 2: ["parameter", "bytes"], 5: ["permissionId", "int"] };
const ANY_FIELDS = { 1: ["typeUrl", "bytes"], 2: ["value", "bytes"] };
const TRANSACTION_FIELDS = { 1: ["raw", "bytes"], 2: ["*signatures", "bytes"], 5: ["*ret", "bytes"] };

/** Returns the type URL of a contract's parameter. */
export function typeUrlOf(type) {
  return `type.googleapis.com/protocol.${type}`;
}

export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest();
}

const toBytes = (value) => (typeof value === "bigint" ? value : Buffer.from(value, "hex"));
const toText = (value) => (typeof value === "bigint" ? value : value.toString("hex"));
const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([k, v]) => [k, change(v)]));

function encodeContract({ type, permissionId, ...values }) {
  const { number, fields } = CONTRACTS[type];
  const value = encodeMessage(Object.entries(fields).map(([field, [name]]) => [field, toBytes(values[name])]));
  const parameter = encodeMessage([
    [1, Buffer.from(typeUrlOf(type))],
    [2, value],
  ]);
  return encodeMessage([
    [1, number],
    [2, parameter],
    [5, permissionId],
  ]);
}

/** Encodes the bytes whose hash is the transaction id, exactly as java-tron does. */
export function encodeRaw(raw) {
  return encodeMessage([
    [1, toBytes(raw.refBlockBytes)],
    [3, raw.refBlockNum],
    [4, toBytes(raw.refBlockHash)],
    [8, raw.expiration],
    [10, toBytes(raw.data)],
    [11, encodeContract(raw.contract)],
    [14, raw.timestamp],
    [18, raw.feeLimit],
  ]);
}

function decodeContract(bytes) {
  const { type: number, parameter, permissionId } = nameFields(bytes, CONTRACT_FIELDS);
  const [type, { fields }] = Object.entries(CONTRACTS).find(([, each]) => each.number === number) ?? [null, {}];
  if (type === null) throw new Error(`contract type ${number} is not supported here`);
  const { typeUrl, value } = nameFields(parameter, ANY_FIELDS);
  if (typeUrl.toString() !== typeUrlOf(type)) throw new Error("contract type and type URL differ");
  return { type, permissionId, ...mapValues(nameFields(value, fields), toText) };
}

/** A transaction has exactly one contract. @throws Refusal */
export function checkContractCount(count) {
  if (count === 0) throw invalidContract("Contract not exist");
  if (count > 1) throw new Refusal("OTHER_ERROR", `Error: contract size should be exactly 1, actual :${count}`);
}

function decodeRaw(bytes) {
  const { contract: contracts, ...rest } = nameFields(bytes, RAW_FIELDS);
  checkContractCount(contracts.length);
  const raw = { ...mapValues(rest, toText), contract: decodeContract(contracts[0]) };
  if (!encodeRaw(raw).equals(bytes)) throw new Error("the transaction is not in its canonical form");
  return raw;
}

/** Builds a transaction from its raw bytes and hexadecimal signatures. @throws Error */
export function toTransaction(rawBytes, signatures) {
  const rawHex = rawBytes.toString("hex");
  return { id: sha256(rawBytes).toString("hex"), rawHex, signatures, raw: decodeRaw(rawBytes) };
}

/** Encodes a signed transaction as one byte string, without its result. */
export function encodeTransaction({ rawHex, signatures }) {
  return encodeMessage([[1, toBytes(rawHex), true], ...signatures.map((signature) => [2, toBytes(signature), true])]);
}

/** Reverses `encodeTransaction`; ignores results in it, as java-tron does. @throws Error */
export function decodeTransaction(bytes) {
  const { raw, signatures } = nameFields(bytes, TRANSACTION_FIELDS);
  return toTransaction(raw, signatures.map(toText));
}
