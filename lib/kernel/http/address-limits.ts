import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { addressKey, clientAddressHeader, isNearAddress } from "@/lib/kernel/http/client-address";
import { shareTakes, type Take, type TakesChannel } from "@/lib/kernel/http/shared-takes";

/** Kinds of requests to a page: to view it, to change something, to verify a signature. */
export type PageAsk = "look" | "change" | "signature";

/**
 * A whole office behind one address must be able to pay. A view costs a few queries, a signature as
 * much as many views.
 */
const RATES: Readonly<Record<PageAsk, Rate>> = {
  look: { perSecond: 20, burst: 200 },
  change: { perSecond: 1, burst: 30 },
  signature: { perSecond: 0.5, burst: 10 },
};
const STREAMS_MAX = 40;
const DAY_SECONDS = 86_400;

type Asker = { readonly headers: Pick<Headers, "get"> };

/** Per machine (decision 0020). */
const buckets = createTokenBuckets(20_000, { sharedAs: "pages" });
const shares = createTokenBuckets(20_000, { sharedAs: "page shares" });

/**
 * Takes one request to a page from the allowance of its client's address. Returns the seconds to
 * wait, or 0 if it is allowed; always 0 for a client without an address of its own
 * (`countedAddress`).
 */
export function waitForPage({ headers }: Asker, ask: PageAsk, now = Date.now()): number {
  const address = limitedAddress(headers);
  return address === null ? 0 : buckets.take(`${ask} ${address}`, scaledRate(RATES[ask]), now);
}

/** Returns how many streams one address may have open. */
export function streamsOfAddressMax(): number {
  const factor = env().ADDRESS_LIMIT_FACTOR;
  return factor === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(STREAMS_MAX * factor));
}

/**
 * Runs an action that anybody with the link may do `perDay` times a day from one address, so that a
 * stranger cannot use up the invoice's own daily limit. Actions that `act` refuses do not count.
 * @throws AppError `refuse` when the address has used its share; what `act` throws
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
 * Returns the key under which a client is counted; null for one without an address of its own: on
 * this machine, in a private network (an unconfigured proxy looks the same), or in a server that is
 * not ours.
 */
export function countedAddress(headers: Asker["headers"]): string | null {
  const address = clientAddressHeader(headers);
  return address === null || isNearAddress(address) ? null : addressKey(address);
}

/** Returns the same, but null if the limit by address is disabled. */
export function limitedAddress(headers: Asker["headers"]): string | null {
  return env().ADDRESS_LIMIT_FACTOR === 0 ? null : countedAddress(headers);
}

/** Returns an allowance scaled for this installation (ADDRESS_LIMIT_FACTOR). */
export function scaledRate({ perSecond, burst }: Rate): Rate {
  const factor = env().ADDRESS_LIMIT_FACTOR;
  return { perSecond: perSecond * factor, burst: Math.max(1, burst * factor) };
}

/** An allowance: average requests per second, and a burst. */
export type Rate = { readonly perSecond: number; readonly burst: number };

type TokenBuckets = {
  /** Takes one from a key's allowance. Returns the seconds to wait, or 0 if it was allowed. */
  readonly take: (key: string, rate: Rate, now?: number) => number;
  /** Returns the same without taking one. */
  readonly wait: (key: string, rate: Rate, now?: number) => number;
  /** Undoes one `take`. */
  readonly giveBack: (key: string, rate: Rate, now?: number) => void;
};

type Bucket = { readonly tokens: number; readonly filledAt: number };

type SharingOptions = {
  /**
   * The name under which all web processes of the machine share these allowances; without it each
   * process has its own.
   */
  readonly sharedAs?: string;
  /** For tests. */
  readonly channel?: TakesChannel;
};

/**
 * Creates token buckets by key. At `bucketsMax`, the least recently used one is evicted: it has
 * refilled most, so a client with many keys empties its own buckets and nobody else's.
 */
export function createTokenBuckets(bucketsMax: number, { sharedAs, channel }: SharingOptions = {}): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const filled = (key: string, { perSecond, burst }: Rate, now: number): number => {
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: now };
    return Math.min(burst, tokens + (Math.max(0, now - filledAt) / 1000) * perSecond);
  };
  const put = (key: string, tokens: number, now: number) => {
    // Moves the key to the end of the map, so that rejected keys are not evicted either.
    buckets.delete(key);
    buckets.set(key, { tokens, filledAt: now });
    if (buckets.size <= bucketsMax) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };
  // Processes that have not synchronized yet may together take more than the allowance: limits the
  // debt to one full allowance.
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
