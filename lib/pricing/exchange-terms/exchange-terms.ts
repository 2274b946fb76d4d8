import type { Withdrawal } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";

/** Typical withdrawal fee and minimum of exchanges, in the coin. */
export type ExchangeTerms = {
  /** Deducted from the amount entered. */
  readonly fee: Decimal;
  readonly minimum: Decimal;
};

/** A coin on a network, under the table's names. */
export type ServiceKey = { readonly currencyCode: string; readonly networkCode: string };

/** Typical withdrawal terms of one coin on one network. The operator may change every row. */
export type TypicalTerms = Withdrawal & { readonly currency: string; readonly network: string };

/**
 * TYPICAL values: no exchange is bound to them and each changes its own often, which the page says.
 */
export const TYPICAL_TERMS: readonly TypicalTerms[] = NETWORKS.flatMap(({ code, native, tokens }) =>
  [native, ...tokens].flatMap(({ currency, withdrawal }) =>
    withdrawal === null ? [] : [{ currency, network: code, ...withdrawal }],
  ),
);

/** Returns the typical terms of a service; null where none are known. */
export function typicalTermsOf(currency: string, network: string): TypicalTerms | null {
  return TYPICAL_TERMS.find((terms) => terms.currency === currency && terms.network === network) ?? null;
}

type GrossUp = {
  /** The amount to enter, from which the fee is deducted. */
  readonly typed: Decimal;
  /**
   * The amount received on the chain: at least the amount due, and less than one payable unit more.
   */
  readonly arrives: Decimal;
};

/**
 * Computes the smallest amount in whole payable units that still covers `due` after the exchange
 * has deducted its fee.
 * @param due amount that must be received, in the coin
 * @param fee not negative, in the coin
 */
export function grossUp(due: Decimal, fee: Decimal, payableDecimals: number): GrossUp {
  const typed = roundUpToUnit(due.plus(fee), payableDecimals);
  return { typed, arrives: typed.minus(fee) };
}
