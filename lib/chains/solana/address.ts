import { type Address, isAddress, isOffCurveAddress } from "@solana/kit";
import { judgeSolana } from "@/lib/chains/address/solana";

/**
 * The canonical text, or null when nothing may be sent there. Addresses off the curve are addresses too (the vaults of shared wallets are
 * such); whether a transfer to one may be lost depends on the chain's state and is judged before signing.
 */
export function parseSolanaAddress(text: string): string | null {
  const verdict = judgeSolana(text.trim());
  return verdict.ok ? verdict.address : null;
}

/** Whether a key pair can own it. Off the curve there is none: a program acts for it, or nobody. */
export function isOnCurve(address: string): boolean {
  return isAddress(address) && !isOffCurveAddress(address);
}

/** For what is built: throws on text that is no address. */
export function toAddress(text: string): Address {
  if (!isAddress(text)) throw new TypeError(`${text} is no Solana address`);
  return text;
}
