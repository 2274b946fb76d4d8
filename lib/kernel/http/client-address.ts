import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Set by our own server on each request, replacing whatever the client sent under this name. */
export const CLIENT_ADDRESS_HEADER = "x-chaintill-client";

/** Replaces an unknown address; all of those are counted as one. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * Ranges that remote clients cannot have: such a client is a neighbour of the installation, or an
 * unconfigured proxy.
 */
const NEAR: readonly string[] = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/**
 * Returns the client: the peer of the socket or, while that is a trusted proxy, the address it
 * forwards for, from right to left in `X-Forwarded-For`. Entries written by the client itself are
 * further left than those of the proxies, and never reached. An invalid entry gives the socket's
 * address. Null when the socket is closed. Pure.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: BlockList,
): string | null {
  const socket = plainAddress(peer ?? "");
  if (socket === null || forwardedFor === undefined) return socket;
  let client = socket;
  for (const entry of forwardedFor.split(",").reverse()) {
    if (!isProxy(client, proxies)) return client;
    const before = plainAddress(withoutPort(entry.trim()));
    if (before === null) return socket;
    client = before;
  }
  return client;
}

/**
 * Returns the key under which a client is counted: an IPv4 address, or the first 64 bits of an IPv6
 * one, because whoever has one of those has all. Pure.
 */
export function addressKey(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/**
 * Returns the network around an address, as large as one customer may get cheaply from a provider:
 * 256 IPv4 addresses, or the first 48 bits of an IPv6 one. For limits that must not be evaded with
 * many addresses and where neighbours rarely collide. Pure.
 */
export function networkKey(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join(".")}.0/24`;
  return `${parsed.parts
    .slice(0, 3)
    .map((group) => group.toString(16))
    .join(":")}::/48`;
}

/**
 * Whether an address belongs to the machine itself or to a private network, where it may stand for
 * many indistinguishable clients. Pure.
 */
export function isNearAddress(address: string): boolean {
  return isIP(address) !== 0 && NEAR.includes(ipaddr.process(address).range());
}

/**
 * Sets the client's address on the request for both fronts: Next reads `headers`, the other front
 * `rawHeaders`.
 */
export function markClientAddress(request: Pick<IncomingMessage, "headers" | "rawHeaders">, address: string | null) {
  const { headers, rawHeaders } = request;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === CLIENT_ADDRESS_HEADER) rawHeaders.splice(index, 2);
  delete headers[CLIENT_ADDRESS_HEADER];
  if (address === null) return;
  rawHeaders.push(CLIENT_ADDRESS_HEADER, address);
  headers[CLIENT_ADDRESS_HEADER] = address;
}

/** Returns the client's address as set by our server; null if it was not, as behind `next dev`. */
export function clientAddressHeader(headers: Pick<Headers, "get">): string | null {
  return headers.get(CLIENT_ADDRESS_HEADER);
}

/** Unmaps an IPv4 address in an IPv6 one and removes zones. Null for anything else. */
function plainAddress(text: string): string | null {
  const [address = ""] = text.split("%");
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/** Some proxies include the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1");
}

function isProxy(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
