import { createHash } from "node:crypto";
import { wrongField } from "@/lib/kernel/errors";
import { COMMON_PASSWORDS } from "@/lib/people/identity/common-passwords-data";
import { newPasswordInput } from "@/lib/people/merchants/schema";

/**
 * Bytes of a digest per number: 48 bits stay exact in a JavaScript number, even multiplied by the
 * number of hashes.
 */
const NUMBER_BYTES = 6;

let filter: Uint8Array | undefined;

/**
 * Returns whether this is a password from earlier breaches (common-passwords-source.md), in any
 * letter case. True for each in the list, and for about one in 100,000 others.
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

/** What is known about the person; it must not serve as their password. */
export type PasswordOwner = {
  readonly email: string;
  readonly name: string;
  readonly merchantNames: readonly string[];
};

/**
 * Up to this many characters around a guessable word do not make it a password: years, a few
 * digits, an exclamation mark.
 */
const PADDING_CHARACTERS_MAX = 6;
/** Shorter words occur in good passwords by chance. */
const WORD_CHARACTERS_MIN = 4;
const DIFFERENT_CHARACTERS_MIN = 5;

/**
 * Returns why this cannot be a new password; null if it can. Checks length, then (NIST SP
 * 800-63B-4) what everybody guesses and what somebody who knows the person guesses. No composition
 * rules. Pure. Existing passwords are never checked.
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
  // `abcdefghijkl` and `987654321098`: each character follows the previous one, except where the
  // sequence restarts.
  return [1, -1].some((step) => steps.filter((found) => found !== step).length <= 1);
}

/** Checks the text itself, the word between digits and symbols, and a repeated word. */
function isGuessed(text: string): boolean {
  const word = text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, "");
  const unit = unitOf(text);
  const candidates = [text, ...(text.length - word.length <= PADDING_CHARACTERS_MAX ? [word] : []), ...unit];
  return candidates.some((candidate) => isCommonPassword(candidate));
}

/** Returns the unit that a text repeats from beginning to end: `sunset` for `sunsetsunset`. */
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

/** Keeps letters and digits alone: dashes, dots and spaces hide nothing. */
function compact(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
