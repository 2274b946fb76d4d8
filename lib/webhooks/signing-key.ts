/** A key of a merchant that may sign now: the current one, or a rotated one until it ends. */
export type SigningKey = {
  readonly secret: string;
  readonly createdAt: Date;
  /** Null for the current key. */
  readonly endsAt: Date | null;
};

export type KeyKind = "payment" | "payout";

/** Gives the keys that may sign now, in any order. */
export type FindSigningKeys = (merchantId: string, kind: KeyKind) => Promise<readonly SigningKey[]>;

/**
 * The key for an event of `eventAt`: the one that was current then, so that every attempt carries the same bytes, as long as
 * it has not ended; after that the current one. Null when the merchant has no key.
 */
export function chooseSigningKey(keys: readonly SigningKey[], eventAt: Date, now: Date): SigningKey | null {
  const living = keys
    .filter((key) => key.endsAt === null || key.endsAt > now)
    .toSorted((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
  const ofThatTime = living.findLast((key) => key.createdAt <= eventAt);
  // The oldest living key beats nothing: the one of that time has ended, and what came next is the nearest to it.
  return ofThatTime ?? living.find((key) => key.endsAt === null) ?? living[0] ?? null;
}
