import { z } from "zod";

/** Fields that several forms of the operator have. Safe for the browser. */

const DECIMAL_TEXT = /^\d{1,30}(\.\d{1,18})?$/;

export const networkCode = z.string().regex(/^[a-z]{2,16}$/, "Choose a network.");
export const currencyCode = z.string().regex(/^[A-Z0-9]{2,16}$/, "Choose a coin.");

const plainAmount = z.string().trim().regex(DECIMAL_TEXT, "Enter an amount, with a point for decimals.");

export const positiveAmount = plainAmount.refine(
  (text) => /[1-9]/.test(text),
  "Enter an amount above zero, with a point for decimals.",
);

/** Zero as well. */
export const amountOrZero = plainAmount;

const REASON_CHARACTERS_MAX = 300;

/** Why a person does it: kept in the audit log. */
export const reasonText = z
  .string()
  .trim()
  .min(3, "Say why, in a few words.")
  .max(REASON_CHARACTERS_MAX, `At most ${REASON_CHARACTERS_MAX} characters.`);
