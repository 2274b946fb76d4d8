import type { PayService } from "@/lib/fronts/payment-page/pay-view";

const QUESTION_LENGTH_MAX = 60;

/** Everything by which a choice is found, in small letters: coin, network and token standard, the latter also without its hyphen. */
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
