import { getAddress, isAddress } from "viem/utils";

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/**
 * Returns the EIP-55 text of an EVM address, or null. All-lower and all-upper hex have no checksum
 * and are accepted; mixed case must be correct. Pure, safe for the browser.
 */
export function parseEvmAddress(text: string): string | null {
  const hex = /^0[xX]([0-9a-fA-F]{40})$/.exec(text.trim())?.[1];
  if (hex === undefined) return null;
  const lower = `0x${hex.toLowerCase()}` as const;
  if (lower === ZERO_ADDRESS) return null;
  const carriesChecksum = hex !== hex.toLowerCase() && hex !== hex.toUpperCase();
  if (carriesChecksum && !isAddress(`0x${hex}`, { strict: true })) return null;
  return getAddress(lower);
}

/** For addresses from a node: any 20 bytes are valid, including the zero address. */
export function toChecksumAddress(hex: string): string {
  return getAddress(hex.toLowerCase() as `0x${string}`);
}
