import { createHash, randomInt } from "node:crypto";
import { database } from "@/lib/db";
import { isSetupDone, storeSetupCode } from "@/lib/merchants/setup-repo";

/** Crockford's base 32: no I, L, O, U to misread from a terminal. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 80 bits: not to be guessed within any rate limit. */
const CODE_CHARACTERS = 16;
const GROUP_CHARACTERS = 4;

/**
 * A fresh code for the first start, to be printed to the terminal: whoever reads the terminal owns the installation. Replaces
 * the code of an earlier start. Null when set-up is closed or an operator exists.
 */
export async function issueSetupCode(): Promise<string | null> {
  if (await isSetupDone(database())) return null;
  const characters = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const code = characters.join("");
  const isStored = await storeSetupCode(database(), hashSetupCode(code));
  return isStored ? groupCharacters(code) : null;
}

/** Set-up waits for its code. */
export async function isSetupOpen(): Promise<boolean> {
  return !(await isSetupDone(database()));
}

/** Case and dashes carry no meaning. A plain hash will do: the code has too many bits to be searched for. */
export function hashSetupCode(code: string): Uint8Array<ArrayBuffer> {
  const plain = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return new Uint8Array(createHash("sha256").update(plain).digest());
}

function groupCharacters(code: string): string {
  return (code.match(new RegExp(`.{${GROUP_CHARACTERS}}`, "g")) ?? []).join("-");
}
