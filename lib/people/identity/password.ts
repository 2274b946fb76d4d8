import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { database } from "@/lib/kernel/db";
import { authSecrets } from "@/lib/kernel/env";
import { findUserById, type UserRow } from "@/lib/people/merchants/users-repo";

/** Half a year after the last sign-in a browser counts as unknown again. */
export const KNOWN_SECONDS = 180 * 86_400;
/** People remembered per browser: the most recent ones. */
export const KNOWN_PEOPLE_MAX = 4;
const TOKEN = /^([0-9a-f]{16})\.([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;
const TAG_CHARACTERS = 16;
const BROWSER_ID_BYTES = 16;

type Person = Pick<UserRow, "id" | "passwordHash">;

/**
 * Creates the token that a browser stores for a person who signed in there: an id of the browser,
 * the time, and a seal over both with the person and their password hash. It grants no access; it
 * only gives the browser its own attempt counts (decision 0035). A new password invalidates all of
 * them.
 */
function makeToken(person: Person, browserId: string, now: Date): string {
  const at = Math.floor(now.getTime() / 1000);
  const seal = sealOf(authSecrets()[0], person, browserId, at).toString("base64url");
  return `${tagOf(person.id)}.${browserId}.${at}.${seal}`;
}

/**
 * Returns the browser's id, if one of its tokens was created for this person and their current
 * password, and not too long ago; else null.
 */
export function findKnownBrowser(tokens: readonly string[], person: Person, now: Date): string | null {
  for (const token of tokens.slice(0, KNOWN_PEOPLE_MAX)) {
    const [, , browserId = "", at = "", seal = ""] = TOKEN.exec(token) ?? [];
    const age = now.getTime() / 1000 - Number(at);
    if (browserId === "" || age > KNOWN_SECONDS || age < -1) continue;
    const given = Buffer.from(seal, "base64url");
    const isOurs = (secret: string) => timingSafeEqual(sealOf(secret, person, browserId, Number(at)), given);
    if (authSecrets().some(isOurs)) return browserId;
  }
  return null;
}

/**
 * Returns a browser's tokens after this person has signed in there: a new one for them, and those
 * of the most recent others.
 */
export async function rememberPerson(userId: string, tokens: readonly string[], now: Date): Promise<readonly string[]> {
  const person = await findUserById(database(), userId);
  const others = tokens.filter((token) => TOKEN.test(token) && !token.startsWith(`${tagOf(userId)}.`));
  if (person === null) return others.slice(0, KNOWN_PEOPLE_MAX);
  const browserId = findKnownBrowser(tokens, person, now) ?? randomBytes(BROWSER_ID_BYTES).toString("base64url");
  return [makeToken(person, browserId, now), ...others].slice(0, KNOWN_PEOPLE_MAX);
}

/** Distinguishes the tokens of a browser without revealing whose they are. */
function tagOf(userId: string): string {
  return createHash("sha256").update(`known browser of ${userId}`).digest("hex").slice(0, TAG_CHARACTERS);
}

function sealOf(secret: string, { id, passwordHash }: Person, browserId: string, at: number): Buffer {
  const sealed = ["known browser", id, passwordHash, browserId, String(at)].join("\n");
  return createHmac("sha256", secret).update(sealed).digest();
}

/**
 * argon2id with OWASP's first choice (Password Storage Cheat Sheet, 2026): 19 MiB, two passes, one
 * lane. About 20 ms per hash on a small server. The parameters are part of the hash, so raising
 * them keeps old passwords valid.
 */
const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** Returns the PHC string to store. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), PARAMETERS);
}

/** Returns whether the password matches the hash, in the same time for a wrong one. */
export function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalise(password));
}

let decoy: Promise<string> | undefined;

/**
 * Takes as long as a real check when there is no user to check, so that the response time does not
 * reveal who exists.
 */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword("nobody has this password");
  await isPasswordRight(await decoy, password);
}

/** Another keyboard may compose the same password differently; NFKC makes both equal. */
function normalise(password: string): string {
  return password.normalize("NFKC");
}
