import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * From which address the request came that is being worked on, for whatever writes down who did
 * what. It is at hand wherever the work of a request goes, because every command would otherwise
 * have to pass on what none of them needs.
 */
const addresses = new AsyncLocalStorage<string | null>();

/** Does the work of a request that came from this address; null where nobody has told it. */
export function withCallerAddress<Result>(address: string | null, work: () => Promise<Result>): Promise<Result> {
  return addresses.run(address, work);
}

/** Null outside of any request, as in the worker. */
export function callerAddress(): string | null {
  return addresses.getStore() ?? null;
}

/** Set by our own server on each request, over whatever the client has sent under this name. */
export const CLIENT_ADDRESS_HEADER = "x-chaintill-client";

/** In the place of an address that nobody has told; all of those are counted as one. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * Ranges of which nobody comes from afar: a client there is the installation's neighbour, or a
 * proxy that nobody has named.
 */
const NEAR: readonly string[] = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/**
 * Who is at the other end: the peer of the socket or, as long as it is a proxy that is believed,
 * whom it says that it speaks for, from the right to the left of `X-Forwarded-For`. What a client
 * has written there itself stands further left than what the proxies saw, and is never reached. An
 * entry that is no address leaves the socket's. Null when the socket is gone. Pure.
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
 * What a client is counted under: an IPv4 address, or the first 64 bits of an IPv6 one: whoever has
 * one of those has all. Pure.
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
 * The network around an address, as large as one customer may have of a provider for little: 256
 * IPv4 addresses, or the first 48 bits of an IPv6 one. For what must not be spread over addresses,
 * and where neighbours do not meet. Pure.
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
 * Whether an address is of the machine itself or of a private network, where many who cannot be
 * told apart may stand behind it. Pure.
 */
export function isNearAddress(address: string): boolean {
  return isIP(address) !== 0 && NEAR.includes(ipaddr.process(address).range());
}

/**
 * Writes the client's address into the request, for both fronts: Next reads `headers`, the front
 * beside it `rawHeaders`.
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

/**
 * The client's address as our server has written it; null where it has not, as behind `next dev`.
 */
export function clientAddressHeader(headers: Pick<Headers, "get">): string | null {
  return headers.get(CLIENT_ADDRESS_HEADER);
}

/**
 * An IPv4 address inside an IPv6 one is that address; zones are left out. Null for anything else.
 */
function plainAddress(text: string): string | null {
  const [address = ""] = text.split("%");
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/** Some proxies tell the port too: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? entry.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, "$1");
}

function isProxy(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
