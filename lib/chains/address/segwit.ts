import { bech32, bech32m } from "@scure/base";
import { type AddressVerdict, accepted, isAllZero, refused } from "@/lib/chains/address/verdict";

const DATA = /^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]*$/;
const CHECKSUM_CHARACTERS = 6;
const TEXT_MAX = 90;
const KEY_HASH_BYTES = 20;
const WITNESS_BYTES = 32;

/**
 * A segregated witness address of this prefix: version 0 in bech32 (BIP 173), version 1 in bech32m (BIP 350). Higher versions mean
 * nothing yet: whoever mines can take what is sent there, so they are refused.
 */
export function judgeSegwit(text: string, prefix: string): AddressVerdict {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return refused("format");
  const data = lower.slice(prefix.length + 1);
  if (!DATA.test(data)) return refused("format");
  if (data.length <= CHECKSUM_CHARACTERS || lower.length > TEXT_MAX) return refused("length");
  const version0 = bech32.decodeUnsafe(lower);
  const version1 = bech32m.decodeUnsafe(lower);
  const decoded = version0 ?? version1;
  if (decoded === undefined) return refused("checksum");
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!program || version === undefined || version > 1) return refused("format");
  // Each version has its own checksum: the right program with the other one is a mistake of whoever made the address.
  if ((version === 0) !== (version0 !== undefined)) return refused("checksum");
  const lengths = version === 0 ? [KEY_HASH_BYTES, WITNESS_BYTES] : [WITNESS_BYTES];
  if (!lengths.includes(program.length)) return refused("length");
  return isAllZero(program) ? refused("burn") : accepted(lower);
}
