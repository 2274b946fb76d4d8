import { createHash, randomInt } from "node:crypto";

/** Codes that stand in for a lost second factor. Pure but for the dice. */

export const RECOVERY_CODE_COUNT = 10;

/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

/** Ten codes of 80 random bits, as people write them down: `k3md-9f2p-x7qt-2bwh`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** What is stored of a code. A plain hash is enough: nobody guesses 80 random bits. Case, dashes and look-alikes do not matter. */
export function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return new Uint8Array(createHash("sha256").update(plain).digest());
}
