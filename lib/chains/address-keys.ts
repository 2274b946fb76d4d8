import { base58xmr, base64url } from "@scure/base";
import type { AddressFamily } from "@/lib/chains/address-family";

/** A Monero address is a network byte, two public keys, an optional payment id and a checksum. */
const MONERO_KEYS = { from: 1, to: 65 };
/** A TON address is a flag byte, the account, and a checksum over both. */
const TON_ACCOUNT = { from: 1, to: 34 };

/**
 * Returns a key that is equal for all texts that name the same account; lists, payouts and senders
 * are compared by it. EVM addresses ignore case; a TON account has several texts because of its
 * flags, a Monero account one per payment id. `address` is canonical.
 */
export function accountKey(family: AddressFamily, address: string): string {
  if (family === "ton") return bytesKey(() => base64url.decode(address), TON_ACCOUNT) ?? address;
  if (family === "xmr") return bytesKey(() => base58xmr.decode(address), MONERO_KEYS) ?? address;
  return toAddressKey(family, address);
}

/** Returns null for an unreadable text: a sender in a chain-specific form is compared as it is. */
function bytesKey(read: () => Uint8Array, { from, to }: { readonly from: number; readonly to: number }): string | null {
  try {
    const bytes = read();
    return bytes.length < to ? null : Buffer.from(bytes.subarray(from, to)).toString("hex");
  } catch {
    return null;
  }
}

/**
 * Returns the form that addresses are looked up by: EVM hex ignores case, elsewhere case is
 * significant.
 */
export function toAddressKey(family: AddressFamily, address: string): string {
  return family === "evm" ? address.toLowerCase() : address;
}
