import { z } from "zod";

/** Fields shared by several operator forms. Safe for the browser. */

const DECIMAL_TEXT = /^\d{1,30}(\.\d{1,18})?$/;

export const networkCode = z.string().regex(/^[a-z]{2,16}$/, "Choose a network.");
export const currencyCode = z.string().regex(/^[A-Z0-9]{2,16}$/, "Choose a coin.");

const plainAmount = z.string().trim().regex(DECIMAL_TEXT, "Enter an amount, with a decimal point.");

export const positiveAmount = plainAmount.refine(
  (text) => /[1-9]/.test(text),
  "Enter an amount above zero, with a decimal point.",
);

/** Allows zero. */
export const amountOrZero = plainAmount;

const REASON_CHARACTERS_MAX = 300;

/** The actor's reason, stored in the audit log. */
export const reasonText = z
  .string()
  .trim()
  .min(3, "Enter a reason.")
  .max(REASON_CHARACTERS_MAX, `Use at most ${REASON_CHARACTERS_MAX} characters.`);
