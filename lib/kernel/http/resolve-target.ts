import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, isIPv6, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { OutboundError } from "@/lib/kernel/http/outbound-error";

/** The only ports below 1024 for public HTTP. */
const LOW_PORTS = new Set([80, 443]);

/**
 * Ports from 1024 that belong to other protocols: the Fetch standard's list of bad ports, and the
 * databases and caches that a forged request could reach.
 */
const FOREIGN_PORTS = new Set([
  1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080, 11211, 27017,
]);

/**
 * Parses the URL of an outbound call: http or https, a host, no user information, an HTTP port.
 * Decimal, octal and hexadecimal hosts become plain addresses, because the URL standard normalises
 * them. Whether the host is allowed is decided when it is called (`resolveTarget`), because names
 * change their addresses.
 *
 * @throws OutboundError `bad_url`
 */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new OutboundError("bad_url", { detail: "it is no absolute URL" });
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutboundError("bad_url", { detail: "only http and https" });
  if (url.username !== "" || url.password !== "")
    throw new OutboundError("bad_url", { detail: "user information is not allowed" });
  const port = targetPort(url);
  if ((port < 1024 && !LOW_PORTS.has(port)) || FOREIGN_PORTS.has(port)) {
    throw new OutboundError("bad_url", { detail: `port ${port} is not allowed` });
  }
  url.hash = "";
  return url;
}

function targetPort(url: URL): number {
  if (url.port !== "") return Number.parseInt(url.port, 10);
  return url.protocol === "https:" ? 443 : 80;
}

/**
 * Returns all addresses of a host, or an empty list if it has none. Never rejects for an unknown
 * host.
 */
export type HostResolver = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Time limit of one DNS query; sent twice. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Queries the name servers directly. The operating system's lookup blocks one of two shared threads
 * of the process while it waits for a dead name server, so that two dead callback hosts would stop
 * every other delivery. Does not read the hosts file, which contains nothing public.
 *
 * @param nameServers `address:port`; the machine's own when empty
 */
export async function resolvePublicHost(
  host: string,
  signal: AbortSignal,
  nameServers: readonly string[] = [],
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * Uses the operating system's lookup, including the hosts file and local names: for targets
 * configured by the operator.
 */
export async function resolveLocalHost(host: string): Promise<readonly string[]> {
  const answers = await lookup(host, { all: true }).catch(() => []);
  return answers.map((answer) => answer.address);
}

/**
 * Globally routed IPv6 addresses are allocated only from this block; deprecated and embedded forms
 * are outside.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/**
 * RFC 6052: an IPv4 address in the last 32 bits, as returned by a DNS64 resolver on an IPv6-only
 * host.
 */
const NAT64_WELL_KNOWN = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an IP address belongs to the public internet. False for private, shared (CGNAT),
 * loopback, link-local (including cloud metadata), multicast, broadcast, unspecified,
 * documentation, benchmarking and reserved ranges, for 6to4, Teredo and site-local, and for
 * anything that is not an IP address. For an IPv4 address inside an IPv6 one (mapped, NAT64), the
 * IPv4 address decides.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().range() === "unicast";
  if (parsed.match(NAT64_WELL_KNOWN)) return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === "unicast";
  return parsed.range() === "unicast" && parsed.match(GLOBAL_UNICAST);
}

export type TargetPolicy = {
  /**
   * True only for targets configured by the operator (nodes, rate sources) and in the sandbox:
   * skips the address check.
   */
  readonly allowPrivate: boolean;
  /** For tests. */
  readonly resolver?: HostResolver;
};

/**
 * Resolves the host once and checks EVERY address; one that is not public rejects the target,
 * because the owner of a name controls which of them a client would try.
 *
 * @returns the checked addresses; connect to these (`pinnedLookup`) and never resolve the name
 *   again
 * @throws OutboundError `host_not_found`, `forbidden_target`, `timed_out`
 */
export async function resolveTarget(url: URL, policy: TargetPolicy, signal: AbortSignal): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const resolver = policy.resolver ?? (policy.allowPrivate ? resolveLocalHost : resolvePublicHost);
  const addresses = await unlessAborted(resolver(host, signal), signal);
  if (addresses.length === 0) throw new OutboundError("host_not_found");
  if (!policy.allowPrivate && !addresses.every(isPublicAddress)) throw new OutboundError("forbidden_target");
  return addresses;
}

/**
 * Returns a lookup function for the socket that always returns the checked addresses, so that a
 * name whose address changes between check and connection has no effect.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers: LookupAddress[] = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const wanted =
      options.family === 4 || options.family === 6
        ? answers.filter((answer) => answer.family === options.family)
        : answers;
    const [first] = wanted;
    if (first === undefined) callback(Object.assign(new Error("no address of that family"), { code: "ENOTFOUND" }), "");
    else if (options.all) callback(null, wanted);
    else callback(null, first.address, first.family);
  };
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return await new Promise<Value>((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
