import type { PayChoice, PayService } from "@/lib/fronts/payment-page/pay-view";

const QUESTION_LENGTH_MAX = 60;

/**
 * Everything by which a choice is found, in small letters: coin, network and token standard, the
 * latter also without its hyphen.
 */
export function findTextOf({ currency, currencyName, networkCode, networkName, tokenStandard }: PayService): string {
  const standard = tokenStandard === null ? [] : [tokenStandard, tokenStandard.replaceAll("-", "")];
  return [currency, currencyName, networkName, networkCode, ...standard].join(" ").toLowerCase();
}

/** A question as it is asked: small letters, single blanks, not endless. */
export function questionOf(text: string | null): string {
  return (text ?? "").slice(0, QUESTION_LENGTH_MAX).trim().replace(/\s+/g, " ").toLowerCase();
}

/** Those in which every word of the question occurs; all of them for an empty one. */
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
 * Coins in the order of the catalog, which begins with those that are used most; inside a coin the
 * cheapest amount first, then the cheapest network fee. A fee that is not known comes last, and
 * what is equal stays as the catalog has it.
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
