/**
 * Address lookup tables: accounts that list keys, so that a message can refer to each with one
 * byte.
 */
import { base58 } from "@scure/base";

export const LOOKUP_TABLE_PROGRAM = "AddressLookupTab1e1111111111111111111111111";
const HEADER_BYTES = 56;
const KIND_TABLE = 1;
/** No slot: the table was never deactivated. */
const NEVER = 0xffff_ffff_ffff_ffffn;

/** Returns the bytes of an active table that holds keys from the first slot on. */
export function writeLookupTable(keys) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(KIND_TABLE);
  header.writeBigUInt64LE(NEVER, 4);
  return Uint8Array.from(Buffer.concat([header, ...keys.map((key) => base58.decode(key))]));
}

/** Returns the keys that an account lists; none if it is not a table. */
export function readLookupTable(account) {
  if (account === null || account.owner !== LOOKUP_TABLE_PROGRAM) return [];
  const { data } = account;
  const count = Math.max(Math.floor((data.length - HEADER_BYTES) / 32), 0);
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + 32 * index;
    return base58.encode(data.subarray(at, at + 32));
  });
}
