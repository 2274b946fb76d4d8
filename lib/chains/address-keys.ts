import { base58xmr, base64url } from "@scure/base";
import type { AddressFamily } from "@/lib/chains/address-family";

/**
 * Before the two public keys of a Monero address stands its network byte; a payment id and a
 * checksum come behind them.
 */
const MONERO_KEYS = { from: 1, to: 65 };
/** Before the account of a TON address stand its flags; the checksum over both comes behind it. */
const TON_ACCOUNT = { from: 1, to: 34 };

/**
 * What two texts have in common that name the same account: lists, payouts and senders are compared
 * by it. EVM addresses are one in any case; a TON account has several texts by its flags, a Monero
 * one as many as there are payment ids. `address` is canonical.
 */
export function accountKey(family: AddressFamily, address: string): string {
  if (family === "ton") return bytesKey(() => base64url.decode(address), TON_ACCOUNT) ?? address;
  if (family === "xmr") return bytesKey(() => base58xmr.decode(address), MONERO_KEYS) ?? address;
  return toAddressKey(family, address);
}

/**
 * Null for a text that cannot be read: a sender in a form of the chain's own is compared as it is.
 */
function bytesKey(read: () => Uint8Array, { from, to }: { readonly from: number; readonly to: number }): string | null {
  try {
    const bytes = read();
    return bytes.length < to ? null : Buffer.from(bytes.subarray(from, to)).toString("hex");
  } catch {
    return null;
  }
}

/**
 * The form that addresses are looked up by: EVM hex is one address in any case, elsewhere case
 * means something.
 */
export function toAddressKey(family: AddressFamily, address: string): string {
  return family === "evm" ? address.toLowerCase() : address;
}
