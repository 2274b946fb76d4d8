import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { addressKey, clientAddressHeader, isNearAddress } from "@/lib/kernel/http/client-address";
import { shareTakes, type Take, type TakesChannel } from "@/lib/kernel/http/shared-takes";

/** What a page may be asked for: to be shown, to change something, to check a signature. */
export type PageAsk = "look" | "change" | "signature";

/**
 * A whole office behind one address must be able to pay. A look costs a few queries, a signature as
 * much as many looks.
 */
const RATES: Readonly<Record<PageAsk, Rate>> = {
  look: { perSecond: 20, burst: 200 },
  change: { perSecond: 1, burst: 30 },
  signature: { perSecond: 0.5, burst: 10 },
};
const STREAMS_MAX = 40;
const DAY_SECONDS = 86_400;

type Asker = { readonly headers: Pick<Headers, "get"> };

/** Of one machine (decision 0020). */
const buckets = createTokenBuckets(20_000, { sharedAs: "pages" });
const shares = createTokenBuckets(20_000, { sharedAs: "page shares" });

/**
 * Takes one request to a page from the allowance of its client's address. The seconds to wait where
 * that is used up, 0 where it is not, and for a client without an address of its own
 * (`countedAddress`).
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
 * Does what everybody with the link may do `perDay` times a day from one address, so that one
 * stranger leaves something of the invoice's own daily limit to its payer. What `act` refuses does
 * not count.
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
 * What a client is counted under; null for one without an address of its own: on this machine, in a
 * private network, which a proxy that was not named looks like too, or in a server that is not
 * ours.
 */
export function countedAddress(headers: Asker["headers"]): string | null {
  const address = clientAddressHeader(headers);
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

/** How much may be asked for: so many a second on average, and so many at once. */
export type Rate = { readonly perSecond: number; readonly burst: number };

type TokenBuckets = {
  /**
   * Takes one from a key's allowance. The seconds to wait where it is used up, 0 where it was not.
   */
  readonly take: (key: string, rate: Rate, now?: number) => number;
  /** The same, and takes nothing. */
  readonly wait: (key: string, rate: Rate, now?: number) => number;
  /** Undoes one `take`. */
  readonly giveBack: (key: string, rate: Rate, now?: number) => void;
};

type Bucket = { readonly tokens: number; readonly filledAt: number };

type SharingOptions = {
  /**
   * The name by which all web processes of the machine know these allowances; without it each
   * process has its own.
   */
  readonly sharedAs?: string;
  /** For tests. */
  readonly channel?: TakesChannel;
};

/**
 * Allowances by key. When there are `bucketsMax`, the one that was asked for longest ago is
 * forgotten: it has filled up most, so whoever comes with many keys empties their own buckets and
 * nobody else's.
 */
export function createTokenBuckets(bucketsMax: number, { sharedAs, channel }: SharingOptions = {}): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const filled = (key: string, { perSecond, burst }: Rate, now: number): number => {
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: now };
    return Math.min(burst, tokens + (Math.max(0, now - filledAt) / 1000) * perSecond);
  };
  const put = (key: string, tokens: number, now: number) => {
    // Last in the order of the map: also one that is refused stays known.
    buckets.delete(key);
    buckets.set(key, { tokens, filledAt: now });
    if (buckets.size <= bucketsMax) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };
  // What others took before they heard of each other may be more than there is: nobody waits longer
  // for it than for a whole allowance.
  const takeForOthers = ({ key, count, rate }: Take<Rate>, now = Date.now()) =>
    put(key, Math.max(-rate.burst, filled(key, rate, now) - count), now);
  const tellOthers = sharedAs === undefined ? () => undefined : shareTakes(sharedAs, takeForOthers, channel);
  return {
    take: (key, rate, now = Date.now()) => {
      const tokens = filled(key, rate, now);
      put(key, tokens < 1 ? tokens : tokens - 1, now);
      if (tokens >= 1) tellOthers(key, rate);
      return secondsUntilOne(tokens, rate);
    },
    wait: (key, rate, now = Date.now()) => secondsUntilOne(filled(key, rate, now), rate),
    giveBack: (key, rate, now = Date.now()) => put(key, Math.min(rate.burst, filled(key, rate, now) + 1), now),
  };
}

function secondsUntilOne(tokens: number, { perSecond }: Rate): number {
  return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
}
