import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/kernel/errors";
import { createTokenBuckets, limitedAddress, type Rate, scaledRate } from "@/lib/kernel/http/address-limits";

/** Calls of an operation that anybody may ask for: as many as looks at a page. */
const PUBLIC_CALLS: Rate = { perSecond: 20, burst: 200 };
/**
 * Calls without a good signature for one merchant: a shop that was given a wrong key stops its own
 * calls and no neighbour's.
 */
const FAILURES: Rate = { perSecond: 2, burst: 100 };
/** The same for all merchants that one address names. */
const FAILURES_OF_ADDRESS: Rate = { perSecond: 20, burst: 500 };
/** How long a good signature speaks for whoever calls for that merchant from that address. */
const PROVEN_MS = 3_600_000;
const PROVEN_MAX = 20_000;
const MERCHANT_CHARACTERS = 36;

/** Per web process (decision 0036). */
const publicCalls = createTokenBuckets(20_000, { sharedAs: "public calls" });
const failures = createTokenBuckets(20_000, { sharedAs: "failures" });
const failuresOfAddresses = createTokenBuckets(20_000, { sharedAs: "failures of addresses" });
/** Until when, by address and merchant; the one that was proven longest ago gives way. */
const provenUntil = new LRUCache<string, number>({ max: PROVEN_MAX });

type ReadHeaders = Pick<Headers, "get">;

/**
 * Takes one call of a public operation from the allowance of its client's address.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function takePublicCall(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address !== null) refuseFor(publicCalls.take(address, scaledRate(PUBLIC_CALLS), now));
}

/**
 * Refuses a call before anything is read or looked up for it, when its address has made too many
 * without a good signature: but never one for a merchant whose good signature has come from there,
 * so that nobody's calls stop because of a neighbour.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function refuseAfterFailures(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null || isProven(address, headers, now)) return;
  refuseFor(failuresOfAddresses.wait(address, scaledRate(FAILURES_OF_ADDRESS), now));
  refuseFor(failures.wait(pairOf(address, headers), scaledRate(FAILURES), now));
}

/**
 * Counts a call whose signature is not good; none for a merchant that is proven there, who may do
 * more with its key.
 */
export function recordFailure(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null || isProven(address, headers, now)) return;
  failuresOfAddresses.take(address, scaledRate(FAILURES_OF_ADDRESS), now);
  failures.take(pairOf(address, headers), scaledRate(FAILURES), now);
}

/** Remembers that a good signature for this merchant came from this address. */
export function recordGoodSignature(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null) return;
  provenUntil.set(pairOf(address, headers), now + PROVEN_MS);
}

function isProven(address: string, headers: ReadHeaders, now: number): boolean {
  return (provenUntil.peek(pairOf(address, headers)) ?? 0) > now;
}

/**
 * An address and the merchant that it names; what is too long for one is cut, because it is kept.
 */
function pairOf(address: string, headers: ReadHeaders): string {
  return `${address} ${headers.get("merchant")?.slice(0, MERCHANT_CHARACTERS).toLowerCase() ?? ""}`;
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds });
}
