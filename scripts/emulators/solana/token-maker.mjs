/** Creates tokens whose supply the faucet owns, and additional accounts for them. */
import { base58 } from "@scure/base";
import { deriveKey } from "./keys.mjs";
import {
  associatedAddress,
  createAccount,
  createAssociated,
  findProgramAddress,
  initializeAccount,
  initializeMint,
  METADATA_PROGRAM,
  mintTo,
  TOKEN_PROGRAM,
} from "./programs.mjs";

const UNITS = 1_000_000_000_000_000_000n;
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;

/**
 * Kind of the account, fixed widths of its texts (padded with zero bytes) and its size, in the
 * program's layout.
 */
const METADATA_V1 = 4;
const WIDTHS = { name: 32, symbol: 10, uri: 200 };
const METADATA_BYTES = 607;
const FUNGIBLE = 2;

const metadataAddress = (mint) =>
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

/**
 * Returns the bytes of the account where wallets look for name and symbol: that of the Metaplex
 * metadata program. The program itself is not in the emulator's runtime: the account exists only to
 * be read.
 */
function writeMetadata({ authority, mint, name, symbol }) {
  const parts = Buffer.concat([
    Uint8Array.of(METADATA_V1),
    base58.decode(authority),
    base58.decode(mint),
    padded(name, WIDTHS.name),
    padded(symbol, WIDTHS.symbol),
    padded("", WIDTHS.uri),
    // Seller fee: none; creators: none; primary sale happened: no; mutable: yes; edition: none;
    // token standard.
    Uint8Array.of(0, 0, 0, 0, 1, 0, 1, FUNGIBLE),
  ]);
  return Uint8Array.from(Buffer.concat([parts, Buffer.alloc(METADATA_BYTES - parts.length)]));
}

function writeName(machine, authority, { mint, name, symbol }) {
  machine.setAccount(metadataAddress(mint), {
    lamports: machine.rentExemptMinimum(METADATA_BYTES),
    data: writeMetadata({ authority, mint, name, symbol }),
    owner: METADATA_PROGRAM,
    executable: false,
  });
}

/**
 * Builds one transaction that creates a token and mints its supply to the faucet. Returns
 * `{ transaction, wire, contract }`.
 * @param node `{ machine, memory, faucet }`; `memory.tokens` lists the created tokens
 */
export function makeToken({ machine, memory, faucet }, { symbol, name, decimals, program = TOKEN_PROGRAM }) {
  const key = deriveKey(memory.secret, `mint ${memory.tokens.length}`);
  const { address: mint } = key;
  const payer = faucet.address;
  const account = associatedAddress(payer, mint, program);
  const lamports = machine.rentExemptMinimum(MINT_BYTES);
  memory.tokens.push({ symbol, name, decimals, address: mint });
  writeName(machine, payer, { mint, name, symbol });
  const instructions = [
    createAccount({ payer, account: mint, lamports, space: MINT_BYTES, owner: program }),
    initializeMint({ mint, decimals, authority: payer, tokenProgram: program }),
    createAssociated({ payer, account, owner: payer, mint, tokenProgram: program }),
    mintTo({ mint, account, authority: payer, units: UNITS, tokenProgram: program }),
  ];
  return { ...faucet.sign(instructions, { others: [key] }), contract: mint };
}

/**
 * Builds one transaction that creates an account of a token for an owner, who may have others.
 * Returns `{ transaction, wire, account }`.
 * @param node `{ machine, memory, faucet }`
 */
export function makeAccount({ machine, memory, faucet }, { owner, contract }) {
  const key = deriveKey(memory.secret, `account ${memory.sent}`);
  const program = machine.account(contract)?.owner ?? TOKEN_PROGRAM;
  const lamports = machine.rentExemptMinimum(ACCOUNT_BYTES);
  const instructions = [
    createAccount({ payer: faucet.address, account: key.address, lamports, space: ACCOUNT_BYTES, owner: program }),
    initializeAccount({ account: key.address, mint: contract, owner, tokenProgram: program }),
  ];
  return { ...faucet.sign(instructions, { others: [key] }), account: key.address };
}
