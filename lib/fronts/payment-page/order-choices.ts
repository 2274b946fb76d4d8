import type { PayChoice } from "@/lib/fronts/payment-page/pay-view";

/**
 * Coins in the order of the catalog, which begins with those that are used most; inside a coin the cheapest amount first, then the
 * cheapest network fee. A fee that is not known comes last, and what is equal stays as the catalog has it.
 */
export function orderChoices(choices: readonly PayChoice[]): readonly PayChoice[] {
  const coins = [...new Set(choices.map(({ currency }) => currency))];
  return coins.flatMap((coin) => choices.filter(({ currency }) => currency === coin).toSorted(byCost));
}

function byCost(one: PayChoice, other: PayChoice): number {
  return one.payerAmount.comparedTo(other.payerAmount) || byFee(one, other);
}

/** Fees of two networks can only be compared by what they are worth. */
function byFee(one: PayChoice, other: PayChoice): number {
  const [fee, otherFee] = [one.networkFee?.worth ?? null, other.networkFee?.worth ?? null];
  if (fee === null || otherFee === null) return (fee === null ? 1 : 0) - (otherFee === null ? 1 : 0);
  return fee.comparedTo(otherFee);
}
