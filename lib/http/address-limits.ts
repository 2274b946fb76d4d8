import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { addressKey, isNearAddress, toldClientAddress } from "@/lib/http/client-address";
import { createTokenBuckets, type Rate } from "@/lib/http/token-buckets";

/** What a page may be asked for: to be shown, to change something, to check a signature. */
export type PageAsk = "look" | "change" | "signature";

/** A whole office behind one address must be able to pay. A look costs a few queries, a signature as much as many looks. */
const RATES: Readonly<Record<PageAsk, Rate>> = {
  look: { perSecond: 20, burst: 200 },
  change: { perSecond: 1, burst: 30 },
  signature: { perSecond: 0.5, burst: 10 },
};
const STREAMS_MAX = 40;
const DAY_SECONDS = 86_400;

type Asker = { readonly headers: Pick<Headers, "get"> };

/** Per web process (decision 0020). */
const buckets = createTokenBuckets(20_000);
const shares = createTokenBuckets(20_000);

/**
 * Takes one request to a page from the allowance of its client's address. The seconds to wait where that is used up, 0 where it is not, and
 * for a client without an address of its own (`countedAddress`).
 */
export function waitForPage({ headers }: Asker, ask: PageAsk, now = Date.now()): number {
  const address = limitedAddress(headers);
  return address === null ? 0 : buckets.take(`${ask} ${address}`, scaledRate(RATES[ask]), now);
}

/** How many streams one address may have open. */
export function streamsOfAddressMax(): number {
  const factor = env().ADDRESS_LIMIT_FACTOR;
  return factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(STREAMS_MAX * factor));
}

/**
 * Does what everybody with the link may do `perDay` times a day from one address, so that one stranger leaves something of the invoice's own
 * daily limit to its payer. What `act` refuses does not count.
 * @throws AppError `refuse` when the address has had its share; what `act` throws
 */
export async function withinShare<Result>(
  { headers }: Asker,
  share: { readonly what: string; readonly perDay: number; readonly refuse: () => AppError },
  act: () => Promise<Result>,
): Promise<Result> {
  const address = limitedAddress(headers);
  if (address === null) return await act();
  const [key, rate] = [`${share.what} ${address}`, { perSecond: share.perDay / DAY_SECONDS, burst: share.perDay }];
  if (shares.take(key, rate) > 0) throw share.refuse();
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError) shares.giveBack(key, rate);
    throw error;
  }
}

/**
 * What a client is counted under; null for one without an address of its own: on this machine, in a private network, which a proxy that was
 * not named looks like too, or in a server that is not ours.
 */
export function countedAddress(headers: Asker["headers"]): string | null {
  const address = toldClientAddress(headers);
  return address === null || isNearAddress(address) ? null : addressKey(address);
}

/** The same, and null where nobody is limited by address. */
export function limitedAddress(headers: Asker["headers"]): string | null {
  return env().ADDRESS_LIMIT_FACTOR === 0 ? null : countedAddress(headers);
}

/** An allowance as this installation has it (ADDRESS_LIMIT_FACTOR). */
export function scaledRate({ perSecond, burst }: Rate): Rate {
  const factor = env().ADDRESS_LIMIT_FACTOR;
  return { perSecond: perSecond * factor, burst: Math.max(1, burst * factor) };
}
