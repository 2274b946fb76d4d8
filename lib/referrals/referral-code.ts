import { randomInt } from "node:crypto";

/** No 0, 1, I, L, O, U: codes are read aloud and typed. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** A new code: 30^8, so that nobody finds one by trying. */
export function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** The code that somebody wrote, in any case and with blanks around it; null when it cannot be one of ours. */
export function readReferralCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}
