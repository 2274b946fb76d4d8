import { createHash } from "node:crypto";
import { wrongField } from "@/lib/kernel/errors";
import { COMMON_PASSWORDS } from "@/lib/people/identity/common-passwords-data";
import { newPasswordInput } from "@/lib/people/merchants/schema";

/**
 * Bytes of a digest that make one number: 48 bits stay exact in a JavaScript number, also times the
 * count of hashes.
 */
const NUMBER_BYTES = 6;

let filter: Uint8Array | undefined;

/**
 * Whether everybody who guesses would guess this: a password of earlier breaches
 * (common-passwords-source.md). In any case of letters. True for each of the list, and for about
 * one in 100,000 others.
 */
export function isCommonPassword(password: string): boolean {
  filter ??= Buffer.from(COMMON_PASSWORDS.filter, "base64");
  const bits = filter.length * 8;
  const digest = createHash("sha256").update(password.normalize("NFKC").toLowerCase()).digest();
  const [start, step] = [digest.readUIntBE(0, NUMBER_BYTES), digest.readUIntBE(NUMBER_BYTES, NUMBER_BYTES)];
  for (let round = 0; round < COMMON_PASSWORDS.hashCount; round += 1) {
    const bit = (start + round * step) % bits;
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** What is known of the person: nobody who knows it too should come in with it. */
export type PasswordOwner = {
  readonly email: string;
  readonly name: string;
  readonly merchantNames: readonly string[];
};

/**
 * So many characters around a word that can be guessed do not make it a password: years, a few
 * digits, an exclamation mark.
 */
const PADDING_CHARACTERS_MAX = 6;
/** Shorter words turn up in good passwords by chance. */
const WORD_CHARACTERS_MIN = 4;
const DIFFERENT_CHARACTERS_MIN = 5;

/**
 * Why this cannot be a new password; null when it can. Length, then (NIST SP 800-63B-4) what
 * everybody guesses and what somebody who knows the person guesses. No rules of composition. Pure.
 * Passwords that there are already are never judged.
 */
export function findPasswordFault(password: string, owner: PasswordOwner): string | null {
  const length = newPasswordInput.safeParse(password);
  if (!length.success) return length.error.issues[0]?.message ?? "Too short.";
  const text = password.normalize("NFKC").toLowerCase();
  if (isRepetitive(text)) return "Too repetitive. Several unrelated words work well.";
  if (isAboutOwner(text, owner)) return "Too similar to your name, your e-mail address or your shop.";
  if (isGuessed(text)) return "Too common. Several unrelated words work well.";
  return null;
}

/** @throws AppError `invalid_request` that names the field and the reason */
export function assertPasswordAllowed(field: string, password: string, owner: PasswordOwner): void {
  const fault = findPasswordFault(password, owner);
  if (fault !== null) throw wrongField(field, fault);
}

function isRepetitive(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < DIFFERENT_CHARACTERS_MIN) return true;
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  // `abcdefghijkl` and `987654321098`: each character follows the one before, but for where it
  // starts over.
  return [1, -1].some((step) => steps.filter((found) => found !== step).length <= 1);
}

/** Itself, the word in the middle of digits and signs, or a word that is said twice and more. */
function isGuessed(text: string): boolean {
  const word = text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, "");
  const unit = unitOf(text);
  const candidates = [text, ...(text.length - word.length <= PADDING_CHARACTERS_MAX ? [word] : []), ...unit];
  return candidates.some((candidate) => isCommonPassword(candidate));
}

/** What a text repeats from its beginning to its end: `sunsetsunset` is `sunset`. */
function unitOf(text: string): string[] {
  const period = text.concat(text).indexOf(text, 1);
  return period < text.length ? [text.slice(0, period)] : [];
}

function isAboutOwner(text: string, { email, name, merchantNames }: PasswordOwner): boolean {
  const password = compact(text);
  const [localPart = ""] = email.split("@");
  const names = [name, ...merchantNames];
  const words = [email, localPart, ...names, ...names.flatMap((one) => one.split(/\s+/))].map(compact);
  return words.some(
    (word) =>
      word.length >= WORD_CHARACTERS_MIN &&
      password.includes(word) &&
      password.replaceAll(word, "").length <= PADDING_CHARACTERS_MAX,
  );
}

/** Letters and digits alone: dashes, dots and spaces hide nothing. */
function compact(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
