import { base58 } from "@scure/base";
import { type AddressVerdict, accepted, refused } from "@/lib/chains/address/verdict";

const KEY_BYTES = 32;
const TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;
const TEXT_MAX = 44;

/** The system program, the incinerator, and the programs that people paste for their own accounts. */
const SOLANA_NOBODYS: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
]);

/** 32 bytes in base58. Solana's addresses carry no checksum and no network: a typing error is seen only where it changes the length. */
export function judgeSolana(text: string): AddressVerdict {
  if (!TEXT.test(text)) return refused("format");
  if (text.length > TEXT_MAX || base58.decode(text).length !== KEY_BYTES) return refused("length");
  return SOLANA_NOBODYS.has(text) ? refused("burn") : accepted(text);
}
