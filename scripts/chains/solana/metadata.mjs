/** A token's name and symbol in the account where wallets look for them: that of the Metaplex metadata program. */
import { base58 } from "@scure/base";
import { findProgramAddress, METADATA_PROGRAM } from "./programs.mjs";

/** Kind of the account, fixed widths of its texts (filled up with zero bytes) and its size, as the program lays it out. */
const METADATA_V1 = 4;
const WIDTHS = { name: 32, symbol: 10, uri: 200 };
export const METADATA_BYTES = 607;
const FUNGIBLE = 2;

export const metadataAddress = (mint) =>
  findProgramAddress(
    [new TextEncoder().encode("metadata"), base58.decode(METADATA_PROGRAM), base58.decode(mint)],
    METADATA_PROGRAM,
  );

function padded(text, width) {
  const bytes = Buffer.alloc(4 + width);
  bytes.writeUInt32LE(width);
  bytes.write(text, 4, "utf8");
  return bytes;
}

/** The account's bytes. The program itself is not in the sandbox's runtime: the account is only there to be read. */
export function writeMetadata({ authority, mint, name, symbol }) {
  const parts = Buffer.concat([
    Uint8Array.of(METADATA_V1),
    base58.decode(authority),
    base58.decode(mint),
    padded(name, WIDTHS.name),
    padded(symbol, WIDTHS.symbol),
    padded("", WIDTHS.uri),
    // No share of sales, no creators, sold once: no; changeable: yes; no edition; kind of token.
    Uint8Array.of(0, 0, 0, 0, 1, 0, 1, FUNGIBLE),
  ]);
  return Uint8Array.from(Buffer.concat([parts, Buffer.alloc(METADATA_BYTES - parts.length)]));
}
