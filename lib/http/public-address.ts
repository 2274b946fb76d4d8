import ipaddr from "ipaddr.js";

/** Globally routed IPv6 is given out of this block alone; deprecated and embedded forms lie outside of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** RFC 6052: an IPv4 address in the last 32 bits. What a resolver with DNS64 answers on an IPv6-only host. */
const NAT64_WELL_KNOWN = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an IP address belongs to the public internet. False for private, shared (CGNAT), loopback, link-local (cloud
 * metadata is one of these), multicast, broadcast, unspecified, documentation, benchmarking and reserved ranges, for
 * 6to4, Teredo and site-local, and for anything that is no IP address. An IPv4 address inside an IPv6 one (mapped,
 * NAT64) is judged by the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === "unicast";
  if (parsed.match(NAT64_WELL_KNOWN)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === "unicast";
  return parsed.range() === "unicast" && parsed.match(GLOBAL_UNICAST);
}
