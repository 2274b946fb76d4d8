import { hash, verify } from "@node-rs/argon2";

/**
 * argon2id with OWASP's first choice (Password Storage Cheat Sheet, 2026): 19 MiB, two passes, one lane. About 20 ms a hash on a
 * small server. The parameters travel inside the hash, so that raising them leaves old passwords readable.
 */
const ARGON2ID = 2;
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;

/** The PHC string to store. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), PARAMETERS);
}

/** True when the password is the one that was hashed. Takes as long for a wrong one. */
export function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalise(password));
}

let decoy: Promise<string> | undefined;

/** Spends the time of a real check where there is no user to check, so that the answer's time does not tell who exists. */
export async function pretendToCheck(password: string): Promise<void> {
  decoy ??= hashPassword("nobody has this password");
  await isPasswordRight(await decoy, password);
}

/** The same password typed on another keyboard may arrive composed differently; NFKC makes it one. */
function normalise(password: string): string {
  return password.normalize("NFKC");
}
