import { type Account, isPlain } from "@/lib/chains/solana/accounts";
import { isOnCurve } from "@/lib/chains/solana/address";
import { SYSTEM_PROGRAM } from "@/lib/chains/solana/config";
import type { Payload } from "@/lib/chains/solana/payload";
import { decodeTokenAccount } from "@/lib/chains/solana/token-layout";

/**
 * Why money sent there may be lost, although the chain would take it; null when nothing speaks against it. People paste the addresses
 * of token accounts, of mints and of programs for their own. An address off the curve has no key: the vault of a shared wallet is
 * one, and shows itself by what it already holds; one that never held anything is taken for a mistake.
 */
export function judgeReceiver(
  { to, token }: Pick<Payload, "to" | "token">,
  account: Account | null,
  tokenAccount: Account | null,
): string | null {
  if (account !== null && !(token === null ? isPlain(account) : account.program === SYSTEM_PROGRAM)) {
    return `${to} is no wallet: it belongs to the program ${account.program}`;
  }
  if (token === null) {
    return account === null && !isOnCurve(to) ? `${to} has no key and has never held SOL: it may be nobody's` : null;
  }
  if (tokenAccount === null) {
    if (!isOnCurve(to)) return `${to} has no key and has never held this token: it may be nobody's`;
    return token.opensAccount ? null : `${to} has no account for this token yet, and the fee does not pay for one`;
  }
  return judgeTokenAccount(to, token, tokenAccount);
}

/** The account at the owner's own place may have been given to somebody else, or frozen. */
function judgeTokenAccount(
  to: string,
  { mint, destination }: NonNullable<Payload["token"]>,
  account: Account,
): string | null {
  // Lamports that somebody left at the place of an account that is still to be opened.
  if (account.program === SYSTEM_PROGRAM) return null;
  const held = decodeTokenAccount(destination, account.data);
  if (held.owner !== to || held.mint !== mint) return `${to} has given its account for this token to ${held.owner}`;
  return held.isUsable ? null : `the token account of ${to} is frozen by the token's issuer`;
}
