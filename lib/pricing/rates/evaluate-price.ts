import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** A price further than this from the last one is not believed at first sight. */
const JUMP_LIMIT = decimal("0.2");
/**
 * A held price that its source has repeated for so long (within the limit) is the market, not a
 * slip.
 */
const HOLD_MS = 120_000;

export type KnownPrice = {
  readonly usdPrice: Decimal;
  readonly held: { readonly price: Decimal; readonly since: Date } | null;
};

export type Verdict =
  | { readonly kind: "accepted"; readonly price: Decimal }
  /**
   * The old price stays and grows stale: while this lasts, nothing is quoted at either price for
   * long.
   */
  | { readonly kind: "held"; readonly price: Decimal; readonly since: Date };

/**
 * Decides about a new price beside the last one. Within 20 % it is taken. Beyond, it is held: the
 * old price stays with its old time, so that quoting stops when it is too old, and the new one is
 * taken when the source still says so after two minutes.
 */
export function evaluatePrice(price: Decimal, known: KnownPrice | null, now: Date): Verdict {
  if (known === null || isNear(price, known.usdPrice)) return { kind: "accepted", price };
  if (known.held === null || !isNear(price, known.held.price)) return { kind: "held", price, since: now };
  if (now.getTime() - known.held.since.getTime() >= HOLD_MS) return { kind: "accepted", price };
  return { kind: "held", price: known.held.price, since: known.held.since };
}

function isNear(price: Decimal, reference: Decimal): boolean {
  return price.minus(reference).abs().lte(reference.times(JUMP_LIMIT));
}

/**
 * A stable coin this far from a dollar is reported. It is never quoted as a whole dollar because it
 * is called stable.
 */
const DEPEG_LIMIT = decimal("0.03");

export function isDepegged(usdPrice: Decimal): boolean {
  return usdPrice.minus("1").abs().gt(DEPEG_LIMIT);
}
