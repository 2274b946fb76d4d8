import type { PayChoice, PayService } from "@/lib/fronts/payment-page/pay-view";

const QUESTION_LENGTH_MAX = 60;

/**
 * Returns the searchable text of a choice in lowercase: coin, network and token standard, the
 * latter also without its hyphen.
 */
export function findTextOf({ currency, currencyName, networkCode, networkName, tokenStandard }: PayService): string {
  const standard = tokenStandard === null ? [] : [tokenStandard, tokenStandard.replaceAll("-", "")];
  return [currency, currencyName, networkName, networkCode, ...standard].join(" ").toLowerCase();
}

/** Normalizes a search text: lowercase, single spaces, limited length. */
export function questionOf(text: string | null): string {
  return (text ?? "").slice(0, QUESTION_LENGTH_MAX).trim().replace(/\s+/g, " ").toLowerCase();
}

/** Returns the choices that contain every word of the search text; all of them for an empty one. */
export function findChoices<Choice extends PayService>(
  choices: readonly Choice[],
  question: string,
): readonly Choice[] {
  const words = questionOf(question).split(" ");
  return choices.filter((choice) => {
    const text = findTextOf(choice);
    return words.every((word) => text.includes(word));
  });
}

/**
 * Sorts coins in the order of the catalog, most used first; within a coin by amount, then by
 * network fee. Unknown fees come last, and ties stay in catalog order.
 */
export function orderChoices(choices: readonly PayChoice[]): readonly PayChoice[] {
  const coins = [...new Set(choices.map(({ currency }) => currency))];
  return coins.flatMap((coin) => choices.filter(({ currency }) => currency === coin).toSorted(byCost));
}

function byCost(one: PayChoice, other: PayChoice): number {
  return one.payerAmount.comparedTo(other.payerAmount) || byFee(one, other);
}

/** Fees of two networks are only comparable by value. */
function byFee(one: PayChoice, other: PayChoice): number {
  const [fee, otherFee] = [one.networkFee?.worth ?? null, other.networkFee?.worth ?? null];
  if (fee === null || otherFee === null) return (fee === null ? 1 : 0) - (otherFee === null ? 1 : 0);
  return fee.comparedTo(otherFee);
}
