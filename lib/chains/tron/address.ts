import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";
import { judgeAddress } from "@/lib/chains/address/judge-address";

const base58check = createBase58check(sha256);

/** First byte of every address of the chain. */
const PREFIX = "41";

/** `T...` with its checksum verified, or null. Hexadecimal is no canonical text, and the zero address nobody's. Pure. */
export function parseTronAddress(text: string): string | null {
  const verdict = judgeAddress("tron", text.trim(), "real");
  return verdict.ok ? verdict.address : null;
}

/** For addresses that a node gave: 21 bytes in hexadecimal, whoever may own them. */
export function toBase58(hex: string): string {
  return base58check.encode(hexToBytes(hex));
}

/** The 20 bytes that contracts and logs use. */
export function fromContractForm(hex: string): string {
  return toBase58(`${PREFIX}${hex}`);
}

/** The 21 bytes that nodes use. Throws TypeError when the text is no address. */
export function toHexAddress(address: string): string {
  const canonical = parseTronAddress(address);
  if (canonical === null) throw new TypeError(`${address} is no TRON address`);
  return bytesToHex(base58check.decode(canonical));
}
