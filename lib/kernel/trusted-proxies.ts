import { BlockList, isIP } from "node:net";

/** An explicit empty list, because an empty setting counts as missing. */
const NOBODY = "none";

/**
 * Parses the trusted proxies: addresses and CIDR ranges of either family, separated by commas, or
 * `none`. Null for a list with an entry that is neither.
 */
export function parseTrustedProxies(text: string): BlockList | null {
  const proxies = new BlockList();
  if (text.trim() === NOBODY) return proxies;
  return text.split(",").every((entry) => addEntry(proxies, entry.trim())) ? proxies : null;
}

function addEntry(proxies: BlockList, entry: string): boolean {
  const [address = "", prefix, ...more] = entry.split("/");
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || address.includes("%") || more.length > 0) return false;
  const family = bits === 32 ? "ipv4" : "ipv6";
  if (prefix === undefined) {
    proxies.addAddress(address, family);
    return true;
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) return false;
  proxies.addSubnet(address, Number(prefix), family);
  return true;
}
