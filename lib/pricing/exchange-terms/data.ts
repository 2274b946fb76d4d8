import type { Withdrawal } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";

/** What exchanges usually take and ask for, of one coin on one network. The operator may change every row. */
export type TypicalTerms = Withdrawal & { readonly currency: string; readonly network: string };

/** TYPICAL values: no exchange is bound to them and each changes its own often, which the page says. */
export const TYPICAL_TERMS: readonly TypicalTerms[] = NETWORKS.flatMap(({ code, native, tokens }) =>
  [native, ...tokens].flatMap(({ currency, withdrawal }) =>
    withdrawal === null ? [] : [{ currency, network: code, ...withdrawal }],
  ),
);

/** The typical value of a service; null where none is known. */
export function typicalTermsOf(currency: string, network: string): TypicalTerms | null {
  return TYPICAL_TERMS.find((terms) => terms.currency === currency && terms.network === network) ?? null;
}
