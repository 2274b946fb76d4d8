import { type AddressVerdict, accepted, refused } from "@/lib/chains/address/verdict";
import { parseEvmAddress } from "@/lib/chains/evm/address";

const HEX_CHARACTERS = 40;
/** The zero address, the precompiled contracts, and the one that people burn tokens at. */
const NOBODYS = /^0x(0{38}[0-9a-f]{2}|0{36}dead|dead0{32}beef|dead0{36}|0{32}deadbeef|(?:dead){10})$/;

/** 20 bytes of hex; mixed case is a checksum (EIP-55) and must be right. */
export function judgeEvm(text: string): AddressVerdict {
  const hex = /^0[xX]([0-9a-fA-F]*)$/.exec(text)?.[1];
  if (hex === undefined) return refused("format");
  if (hex.length !== HEX_CHARACTERS) return refused("length");
  if (NOBODYS.test(`0x${hex.toLowerCase()}`)) return refused("burn");
  const address = parseEvmAddress(text);
  return address === null ? refused("checksum") : accepted(address);
}
