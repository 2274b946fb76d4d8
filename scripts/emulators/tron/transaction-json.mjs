/**
 * TRON transactions as java-tron's HTTP API writes and reads them: fields with default values are
 * omitted.
 */
import { readAddress, showAddress } from "./address.mjs";
import { CONTRACTS, checkContractCount, encodeRaw, toTransaction, typeUrlOf } from "./transaction-codec.mjs";

const NAMES = {
  ownerAddress: "owner_address",
  toAddress: "to_address",
  contractAddress: "contract_address",
  amount: "amount",
  callValue: "call_value",
  data: "data",
  callTokenValue: "call_token_value",
  tokenId: "token_id",
};

/** Omits protobuf default values. */
export function withoutDefaults(object) {
  const isDefault = (value) => value === undefined || value === "" || value === 0 || value === 0n || value === false;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isDefault(value)));
}

function contractToJson({ type, permissionId, ...values }, visible) {
  const shown = Object.keys(values).map((name) => {
    const value = name.endsWith("Address") ? showAddress(values[name], visible) : values[name];
    return [NAMES[name], value];
  });
  const parameter = { value: withoutDefaults(Object.fromEntries(shown)), type_url: typeUrlOf(type) };
  return { parameter, type, ...withoutDefaults({ Permission_id: permissionId }) };
}

/** Returns the `raw_data` of a transaction. */
function rawToJson(raw, visible) {
  return {
    contract: [contractToJson(raw.contract, visible)],
    ...withoutDefaults({
      data: raw.data,
      ref_block_bytes: raw.refBlockBytes,
      ref_block_num: raw.refBlockNum,
      ref_block_hash: raw.refBlockHash,
      expiration: raw.expiration,
      timestamp: raw.timestamp,
      fee_limit: raw.feeLimit,
    }),
  };
}

/** Formats a transaction as blocks and `gettransactionbyid` do; `ret` is its result list. */
export function transactionToJson({ id, rawHex, signatures, raw }, visible, ret) {
  return {
    ...(ret === undefined ? {} : { ret }),
    ...(signatures.length > 0 ? { signature: signatures } : {}),
    txID: id,
    raw_data: rawToJson(raw, visible),
    raw_data_hex: rawHex,
  };
}

function readInteger(value, name) {
  if (value === undefined) return 0n;
  if (typeof value !== "bigint") throw new Error(`${name} is not an integer`);
  return BigInt.asIntN(64, value);
}

function readHex(value, name) {
  const text = value ?? "";
  if (typeof text !== "string" || !/^([0-9a-fA-F]{2})*$/.test(text)) throw new Error(`${name} is not hexadecimal`);
  return text.toLowerCase();
}

function readContract(contract, visible) {
  const definition = CONTRACTS[contract.type];
  if (definition === undefined) throw new Error(`${contract.type} is not supported here`);
  const { value, type_url: typeUrl } = contract.parameter;
  if (typeUrl !== undefined && typeUrl !== typeUrlOf(contract.type)) throw new Error("type and type_url differ");
  const result = { type: contract.type, permissionId: readInteger(contract.Permission_id, "Permission_id") };
  for (const [name, kind] of Object.values(definition.fields)) {
    const given = value[NAMES[name]];
    if (kind === "int") result[name] = readInteger(given, name);
    else result[name] = name.endsWith("Address") ? readAddress(given, visible) : readHex(given, name);
  }
  return result;
}

function readRaw(json, visible) {
  checkContractCount(json.contract?.length ?? 0);
  return {
    refBlockBytes: readHex(json.ref_block_bytes, "ref_block_bytes"),
    refBlockNum: readInteger(json.ref_block_num, "ref_block_num"),
    refBlockHash: readHex(json.ref_block_hash, "ref_block_hash"),
    expiration: readInteger(json.expiration, "expiration"),
    data: readHex(json.data, "data"),
    timestamp: readInteger(json.timestamp, "timestamp"),
    feeLimit: readInteger(json.fee_limit, "fee_limit"),
    contract: readContract(json.contract[0], visible),
  };
}

/**
 * Parses a transaction given to `broadcasttransaction`. java-tron uses only `raw_data`, so a
 * contradicting `raw_data_hex` or `txID` surfaces as a bad signature; here `difference` names
 * it. @throws Error for an invalid transaction
 */
export function transactionFromJson(json, visible) {
  const signatures = (json.signature ?? []).map((signature) => readHex(signature, "signature"));
  const transaction = toTransaction(encodeRaw(readRaw(json.raw_data, visible)), signatures);
  const differs = (given, own) => given !== undefined && String(given).toLowerCase() !== own;
  let difference = null;
  if (differs(json.raw_data_hex, transaction.rawHex)) difference = "raw_data and raw_data_hex differ";
  else if (differs(json.txID, transaction.id)) difference = "txID is not the hash of raw_data";
  return { transaction, difference };
}
