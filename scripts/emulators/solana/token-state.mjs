/** Parses mints and token accounts, and formats amounts as nodes do. */
import { base58 } from "@scure/base";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from "./programs.mjs";

const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
const STATES = ["uninitialized", "initialized", "frozen"];
/** The kind of an extended account, by the byte after the base layout. */
const KINDS = { 1: "mint", 2: "account" };

export const isTokenProgram = (program) => program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

const view = (data) => new DataView(data.buffer, data.byteOffset, data.byteLength);
const readKey = (data, at) => base58.encode(data.subarray(at, at + 32));
const readOptionalKey = (data, at) => (view(data).getUint32(at, true) === 1 ? readKey(data, at + 4) : null);

function kindOf({ data, owner }) {
  if (!isTokenProgram(owner)) return null;
  if (data.length === MINT_BYTES) return "mint";
  if (data.length === ACCOUNT_BYTES) return "account";
  return owner === TOKEN_2022_PROGRAM && data.length > ACCOUNT_BYTES ? (KINDS[data[ACCOUNT_BYTES]] ?? null) : null;
}

/**
 * Returns `{ mintAuthority, supply, decimals, isInitialized, freezeAuthority }`, or null if the
 * account is not a mint.
 */
export function readMint(account) {
  if (account === null || kindOf(account) !== "mint") return null;
  const { data } = account;
  return {
    mintAuthority: readOptionalKey(data, 0),
    supply: view(data).getBigUint64(36, true),
    decimals: data[44],
    isInitialized: data[45] === 1,
    freezeAuthority: readOptionalKey(data, 46),
  };
}

/** Returns a token account's fields, or null if it is not one or not in use. */
export function readTokenAccount(account) {
  if (account === null || kindOf(account) !== "account") return null;
  const { data } = account;
  const state = STATES[data[108]];
  if (state === undefined || state === "uninitialized") return null;
  const isNative = view(data).getUint32(109, true) === 1;
  return {
    mint: readKey(data, 0),
    owner: readKey(data, 32),
    units: view(data).getBigUint64(64, true),
    delegate: readOptionalKey(data, 72),
    state,
    rentExemptReserve: isNative ? view(data).getBigUint64(113, true) : null,
    delegatedUnits: view(data).getBigUint64(121, true),
    closeAuthority: readOptionalKey(data, 129),
  };
}

function toDecimalText(units, decimals) {
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return digits.slice(0, -decimals) + (fraction === "" ? "" : `.${fraction}`);
}

/** Formats units as nodes do: as text, and for display as a number that may have lost digits. */
export function tokenAmount(units, decimals) {
  const uiAmountString = toDecimalText(units, decimals);
  // Nodes report zero as null before and after a transaction; elsewhere it is 0.
  return { uiAmount: Number(uiAmountString), decimals, amount: String(units), uiAmountString };
}
