import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** Gives every address of a host, or an empty list when it has none. Never rejects for an unknown host. */
export type HostResolver = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** What a name server may take for one question; asked twice. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Asks the name servers directly. The operating system's own look-up blocks one of two shared threads of the process for
 * as long as a dead name server keeps it waiting, so that two dead callback hosts would stop every other delivery.
 * It does not read the hosts file, which holds nothing public.
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

/** The operating system's look-up, hosts file and local names included: for targets that the operator names. */
export async function resolveLocalHost(host: string): Promise<readonly string[]> {
  const answers = await lookup(host, { all: true }).catch(() => []);
  return answers.map((answer) => answer.address);
}
