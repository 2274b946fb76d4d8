import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/kernel/errors";
import { createTokenBuckets, limitedAddress, type Rate, scaledRate } from "@/lib/kernel/http/address-limits";

/** Calls of operations without a signature: as many as page views. */
const PUBLIC_CALLS: Rate = { perSecond: 20, burst: 200 };
/**
 * Calls with an invalid signature for one merchant: a shop with a wrong key blocks its own calls,
 * not its neighbours'.
 */
const FAILURES: Rate = { perSecond: 2, burst: 100 };
/** For all merchants named by one address together. */
const FAILURES_OF_ADDRESS: Rate = { perSecond: 20, burst: 500 };
/** How long a valid signature exempts calls for that merchant from that address. */
const PROVEN_MS = 3_600_000;
const PROVEN_MAX = 20_000;
const MERCHANT_CHARACTERS = 36;

/** Per web process (decision 0036). */
const publicCalls = createTokenBuckets(20_000, { sharedAs: "public calls" });
const failures = createTokenBuckets(20_000, { sharedAs: "failures" });
const failuresOfAddresses = createTokenBuckets(20_000, { sharedAs: "failures of addresses" });
/** Expiry by address and merchant; evicts the least recently proven. */
const provenUntil = new LRUCache<string, number>({ max: PROVEN_MAX });

type ReadHeaders = Pick<Headers, "get">;

/**
 * Takes one call of a public operation from the allowance of the client's address.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function takePublicCall(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address !== null) refuseFor(publicCalls.take(address, scaledRate(PUBLIC_CALLS), now));
}

/**
 * Rejects a call before reading anything if its address has sent too many invalid signatures. Never
 * rejects calls for a merchant whose valid signature has come from there, so that neighbours cannot
 * block each other.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function refuseAfterFailures(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null || isProven(address, headers, now)) return;
  refuseFor(failuresOfAddresses.wait(address, scaledRate(FAILURES_OF_ADDRESS), now));
  refuseFor(failures.wait(pairOf(address, headers), scaledRate(FAILURES), now));
}

/**
 * Counts a call with an invalid signature, unless the merchant is proven at that address: whoever
 * holds its key can do more than that.
 */
export function recordFailure(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null || isProven(address, headers, now)) return;
  failuresOfAddresses.take(address, scaledRate(FAILURES_OF_ADDRESS), now);
  failures.take(pairOf(address, headers), scaledRate(FAILURES), now);
}

/** Records that a valid signature for this merchant came from this address. */
export function recordGoodSignature(headers: ReadHeaders, now = Date.now()): void {
  const address = limitedAddress(headers);
  if (address === null) return;
  provenUntil.set(pairOf(address, headers), now + PROVEN_MS);
}

function isProven(address: string, headers: ReadHeaders, now: number): boolean {
  return (provenUntil.peek(pairOf(address, headers)) ?? 0) > now;
}

/** Returns the key of an address and the merchant it names, truncated because it is stored. */
function pairOf(address: string, headers: ReadHeaders): string {
  return `${address} ${headers.get("merchant")?.slice(0, MERCHANT_CHARACTERS).toLowerCase() ?? ""}`;
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds });
}
