import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** A price that differs more than this from the last one is not accepted immediately. */
const JUMP_LIMIT = decimal("0.2");
/**
 * A held price that its source has repeated for this long (within the limit) is the market, not an
 * error.
 */
const HOLD_MS = 120_000;

export type KnownPrice = {
  readonly usdPrice: Decimal;
  readonly held: { readonly price: Decimal; readonly since: Date } | null;
};

export type Verdict =
  | { readonly kind: "accepted"; readonly price: Decimal }
  /** The old price is kept and becomes stale; neither price is quoted while this lasts. */
  | { readonly kind: "held"; readonly price: Decimal; readonly since: Date };

/**
 * Decides whether to accept a new price. Within 20 % of the last one it is accepted. Beyond that it
 * is held: the old price keeps its old time and is not quoted, and the new one is accepted if the
 * source still reports it after two minutes.
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
 * A stable coin that is this far from a dollar is reported. Stable coins are quoted at their market
 * price, never at a fixed dollar.
 */
const DEPEG_LIMIT = decimal("0.03");

export function isDepegged(usdPrice: Decimal): boolean {
  return usdPrice.minus("1").abs().gt(DEPEG_LIMIT);
}
