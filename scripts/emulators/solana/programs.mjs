/**
 * Program addresses, program-derived addresses, and the few instructions that the emulator's own
 * payer sends.
 */
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";

export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const TOKEN_ACCOUNTS_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
export const OLD_MEMO_PROGRAM = "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
export const METADATA_PROGRAM = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

const littleEndian = (value, bytes) =>
  Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 0xffn));

function isOnCurve(bytes) {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the program-derived address for these seeds (byte arrays): the first one off the curve,
 * from bump 255 down.
 */
export function findProgramAddress(seeds, program) {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash("sha256");
    for (const seed of seeds) hash.update(seed);
    const bytes = hash
      .update(Uint8Array.of(bump))
      .update(base58.decode(program))
      .update("ProgramDerivedAddress")
      .digest();
    if (!isOnCurve(Uint8Array.from(bytes))) return base58.encode(bytes);
  }
  throw new Error("no address for these seeds");
}

/** Returns the associated token account of an owner, which payers can derive. */
export const associatedAddress = (owner, mint, tokenProgram) =>
  findProgramAddress([owner, tokenProgram, mint].map(base58.decode), TOKEN_ACCOUNTS_PROGRAM);

export const transferSol = (from, to, lamports) => ({
  program: SYSTEM_PROGRAM,
  accounts: [
    { key: from, signer: true, writable: true },
    { key: to, writable: true },
  ],
  data: [...littleEndian(2, 4), ...littleEndian(lamports, 8)],
});

export const createAccount = ({ payer, account, lamports, space, owner }) => ({
  program: SYSTEM_PROGRAM,
  accounts: [
    { key: payer, signer: true, writable: true },
    { key: account, signer: true, writable: true },
  ],
  data: [...littleEndian(0, 4), ...littleEndian(lamports, 8), ...littleEndian(space, 8), ...base58.decode(owner)],
});

export const initializeMint = ({ mint, decimals, authority, tokenProgram }) => ({
  program: tokenProgram,
  accounts: [{ key: mint, writable: true }],
  data: [20, decimals, ...base58.decode(authority), 0],
});

/** For any owner, who does not sign. */
export const initializeAccount = ({ account, mint, owner, tokenProgram }) => ({
  program: tokenProgram,
  accounts: [{ key: account, writable: true }, { key: mint }],
  data: [18, ...base58.decode(owner)],
});

export const mintTo = ({ mint, account, authority, units, tokenProgram }) => ({
  program: tokenProgram,
  accounts: [
    { key: mint, writable: true },
    { key: account, writable: true },
    { key: authority, signer: true },
  ],
  data: [7, ...littleEndian(units, 8)],
});

/** Creates the owner's associated token account unless it exists. */
export const createAssociated = ({ payer, account, owner, mint, tokenProgram }) => ({
  program: TOKEN_ACCOUNTS_PROGRAM,
  accounts: [
    { key: payer, signer: true, writable: true },
    { key: account, writable: true },
    ...[owner, mint, SYSTEM_PROGRAM, tokenProgram].map((key) => ({ key })),
  ],
  data: [1],
});

export const transferToken = ({ source, mint, destination, authority, units, decimals, tokenProgram }) => ({
  program: tokenProgram,
  accounts: [
    { key: source, writable: true },
    { key: mint },
    { key: destination, writable: true },
    { key: authority, signer: true },
  ],
  data: [12, ...littleEndian(units, 8), decimals],
});

/** The older form, which names neither mint nor decimals. */
export const transferTokenUnchecked = ({ source, destination, authority, units, tokenProgram }) => ({
  program: tokenProgram,
  accounts: [
    { key: source, writable: true },
    { key: destination, writable: true },
    { key: authority, signer: true },
  ],
  data: [3, ...littleEndian(units, 8)],
});

export const writeMemo = (text) => ({ program: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode(text) });

export const limitCompute = (units) => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: [2, ...littleEndian(units, 4)],
});
