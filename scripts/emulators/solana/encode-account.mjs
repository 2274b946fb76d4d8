/** Accounts in the encodings of getAccountInfo and related calls. */
import { base58 } from "@scure/base";
import { invalidParams, RpcError } from "./rpc-error.mjs";
import { parseTokenData } from "./token-parsed.mjs";

const BASE58_BYTES_MAX = 128;
/** What every account has since rent is no longer collected: the last possible epoch. */
const RENT_EPOCH = 18_446_744_073_709_551_615n;

function slice(data, part) {
  return part === undefined ? data : data.subarray(part.offset, part.offset + part.length);
}

function toBase58(data) {
  if (data.length <= BASE58_BYTES_MAX) return base58.encode(data);
  throw new RpcError(
    -32600,
    `Encoded binary (base 58) data should be less than ${BASE58_BYTES_MAX} bytes, please use Base64 encoding.`,
  );
}

function encodeData(account, { encoding = "binary", dataSlice }, readAccount) {
  const data = slice(account.data, dataSlice);
  const asBase64 = () => [Buffer.from(data).toString("base64"), "base64"];
  switch (encoding) {
    // The nodes' default encoding: a plain string.
    case "binary":
      return toBase58(data);
    case "base58":
      return [toBase58(data), "base58"];
    case "base64":
      return asBase64();
    case "jsonParsed":
      return parseTokenData(account, readAccount) ?? asBase64();
    default:
      throw invalidParams(`the emulator does not encode accounts as ${encoding}`);
  }
}

/**
 * Encodes an account as nodes do, null for none. `readAccount` finds the mints of token
 * accounts. @throws RpcError
 */
export function encodeAccount(account, options, readAccount) {
  if (account === null) return null;
  return {
    data: encodeData(account, options, readAccount),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}
