import type { LookupAddress } from "node:dns";
import { isIPv6, type LookupFunction } from "node:net";
import { OutboundError } from "@/lib/http/outbound-error";
import { isPublicAddress } from "@/lib/http/public-address";
import { type HostResolver, resolveLocalHost, resolvePublicHost } from "@/lib/http/resolve-host";

export type TargetPolicy = {
  /** True only for what the operator names (nodes, rate sources) and in the sandbox: skips the check of the address. */
  readonly allowPrivate: boolean;
  /** For tests. */
  readonly resolver?: HostResolver;
};

/**
 * Looks the host up once and checks EVERY address of the answer; one that is not public refuses the target, for the
 * owner of a name decides which of them a client would try.
 *
 * @returns the checked addresses; connect to these (`pinnedLookup`) and never ask for the name again
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
 * The look-up for the socket: answers with the checked addresses whatever it is asked, so that a name that changes its
 * address between the check and the connection changes nothing.
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
