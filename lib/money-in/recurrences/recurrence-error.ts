import { AppError } from "@/lib/kernel/errors";

/** Why a payer's wish is not taken; the page has a sentence for each of these texts (components/recurring/problem-text.ts). */
export const recurrenceErrors = {
  wrongEmail: () => new AppError("refused", "This is no e-mail address"),
  tooOften: () => new AppError("refused", "A link was asked for too often today"),
  noMail: () => new AppError("refused", "This gateway sends no mail"),
  /** The merchant's payments are blocked; later it may work. */
  blocked: () => new AppError("forbidden", "This shop takes no payments now"),
  unknown: () => new AppError("not_found", "This link is not known"),
  over: () => new AppError("refused", "This link is over"),
  ended: () => new AppError("refused", "This plan has ended"),
} as const;
