import type { AppError } from "@/lib/kernel/errors";
import type { TextKey } from "@/lib/kernel/locales/catalogues";
import type { Words } from "@/lib/kernel/locales/words";

/** By the texts of lib/money-in/recurrences/recurrence-error.ts; a test holds the two against each other. */
const PROBLEMS: Readonly<Record<string, TextKey>> = {
  "This is no e-mail address": "plan.problem.email",
  "A link was asked for too often today": "plan.problem.often",
  "This gateway sends no mail": "plan.problem.mail",
  "This shop takes no payments now": "refusal.shop",
  "This link is not known": "plan.problem.unknown",
  "This link is over": "plan.problem.over",
  "This plan has ended": "plan.ended.title",
};

/** Why a payer's wish is not taken, in words for the payer. */
export function planProblemText({ message }: AppError, words: Words, merchant: string): string {
  return words.say(PROBLEMS[message] ?? "error.general", { merchant });
}
