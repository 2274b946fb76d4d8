import type { Withdrawal } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { roundUpToUnit } from "@/lib/kernel/money/rounding";

/** What exchanges usually take for a withdrawal, and the least that they send. In the coin. */
export type ExchangeTerms = {
  /** Taken out of what is typed. */
  readonly fee: Decimal;
  readonly minimum: Decimal;
};

/** A coin on a network, as the tables name it. */
export type ServiceKey = { readonly currencyCode: string; readonly networkCode: string };

/**
 * What exchanges usually take and ask for, of one coin on one network. The operator may change
 * every row.
 */
export type TypicalTerms = Withdrawal & { readonly currency: string; readonly network: string };

/**
 * TYPICAL values: no exchange is bound to them and each changes its own often, which the page says.
 */
export const TYPICAL_TERMS: readonly TypicalTerms[] = NETWORKS.flatMap(({ code, native, tokens }) =>
  [native, ...tokens].flatMap(({ currency, withdrawal }) =>
    withdrawal === null ? [] : [{ currency, network: code, ...withdrawal }],
  ),
);

/** The typical value of a service; null where none is known. */
export function typicalTermsOf(currency: string, network: string): TypicalTerms | null {
  return TYPICAL_TERMS.find((terms) => terms.currency === currency && terms.network === network) ?? null;
}

type GrossUp = {
  /** What to enter, where the fee is taken out of it. */
  readonly typed: Decimal;
  /** What comes of it on the chain; at least what is due, and less than one payable unit more. */
  readonly arrives: Decimal;
};

/**
 * The least amount in whole payable units that still covers `due` after the exchange has taken its
 * fee out of it.
 * @param due what has to arrive, in the coin
 * @param fee not below zero, in the coin
 */
export function grossUp(due: Decimal, fee: Decimal, payableDecimals: number): GrossUp {
  const typed = roundUpToUnit(due.plus(fee), payableDecimals);
  return { typed, arrives: typed.minus(fee) };
}
