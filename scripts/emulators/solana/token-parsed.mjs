/** Mints and token accounts in the format that nodes call `jsonParsed`. */
import { TOKEN_2022_PROGRAM } from "./programs.mjs";
import { readMint, readTokenAccount, tokenAmount } from "./token-state.mjs";

/** Offset of an account's extensions, each with a type and a length of two bytes. */
const EXTENSIONS_AT = 166;
const EXTENSION_NAMES = { 7: "immutableOwner" };

function listExtensions({ data }) {
  const names = [];
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const type = data[at] | (data[at + 1] << 8);
    if (type === 0) break;
    names.push({ extension: EXTENSION_NAMES[type] ?? "unparseableExtension" });
    at += 4 + (data[at + 2] | (data[at + 3] << 8));
  }
  return names;
}

function describeTokenAccount(parts, decimals) {
  return {
    isNative: parts.rentExemptReserve !== null,
    mint: parts.mint,
    owner: parts.owner,
    state: parts.state,
    tokenAmount: tokenAmount(parts.units, decimals),
    ...(parts.delegate === null
      ? {}
      : { delegate: parts.delegate, delegatedAmount: tokenAmount(parts.delegatedUnits, decimals) }),
    ...(parts.rentExemptReserve === null ? {} : { rentExemptReserve: tokenAmount(parts.rentExemptReserve, decimals) }),
    ...(parts.closeAuthority === null ? {} : { closeAuthority: parts.closeAuthority }),
  };
}

function describeMint({ decimals, freezeAuthority, isInitialized, mintAuthority, supply }) {
  return { decimals, freezeAuthority, isInitialized, mintAuthority, supply: String(supply) };
}

/**
 * Returns `{ program, parsed: { type, info }, space }` of a mint or token account; null for other
 * accounts, which nodes then return as bytes. `readAccount` finds the mint of a token account.
 */
export function parseTokenData(account, readAccount) {
  const mint = readMint(account);
  const holder = mint === null ? readTokenAccount(account) : null;
  if (mint === null && holder === null) return null;
  const ownMint = holder === null ? null : readMint(readAccount(holder.mint));
  if (holder !== null && ownMint === null) return null;
  const isNewer = account.owner === TOKEN_2022_PROGRAM;
  const extensions = isNewer ? listExtensions(account) : [];
  const info = holder === null ? describeMint(mint) : describeTokenAccount(holder, ownMint.decimals);
  return {
    program: isNewer ? "spl-token-2022" : "spl-token",
    parsed: {
      info: extensions.length === 0 ? info : { ...info, extensions },
      type: holder === null ? "mint" : "account",
    },
    space: account.data.length,
  };
}
