import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { keyChecks } from "@/lib/fronts/doctor/key-checks";
import { type Env, env } from "@/lib/kernel/env";

/** A random key has more distinct characters; fewer suggest a held-down key. */
const VARIETY_MIN = 8;
/** Placeholders for secrets in guides and examples. */
const EXAMPLE = /change.?me|example|secret.?secret|password|placeholder|0123456789abcdef0123|your[-_ ]/i;

const secrets: Check = {
  id: "secrets",
  group: "safety",
  name: "Secrets",
  needsDatabase: false,
  run: async () => [checkSecrets(env())],
};

type Secrets = Pick<Env, "SECRET_KEY" | "AUTH_SECRET" | "SEED_KEY">;

/**
 * Checks that this process's secrets are set and look random, without revealing which they are.
 * Pure.
 */
export function checkSecrets({ SECRET_KEY, AUTH_SECRET, SEED_KEY }: Secrets): Finding {
  if (SECRET_KEY === undefined) {
    const summary = "SECRET_KEY is missing: API keys can't be created or verified.";
    return errorFinding(secrets, summary, "Set it to the output of openssl rand -hex 32, the same for web and worker.");
  }
  return checkStrength({ SECRET_KEY, AUTH_SECRET, SEED_KEY });
}

/**
 * Checks that secrets look random and differ from each other, without revealing which they are.
 * `published`: text in which none of them may occur. Pure.
 */
export function checkStrength(known: Readonly<Record<string, string | undefined>>, published = ""): Finding {
  const given = Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const weak = given.filter(({ value }) => isWeak(value) || published.includes(value)).map(({ name }) => name);
  if (weak.length > 0) {
    const summary = `${weak.join(" and ")} could be guessed.`;
    const remedy =
      "Generate a random one with openssl rand -hex 32, and replace it as docs/operations.md says (Rotation).";
    return errorFinding(secrets, summary, remedy);
  }
  if (new Set(given.map(({ value }) => value.toLowerCase())).size < given.length)
    return warningFinding(secrets, "Two secrets are the same.", "Give each its own value.");
  return okFinding(secrets, "All secrets are set, and none looks like an example.");
}

function isWeak(secret: string): boolean {
  return new Set(secret).size < VARIETY_MIN || EXAMPLE.test(secret) || isRepetition(secret);
}

/** Whether it is nothing but one sequence, repeated: it is then found again within itself. */
function isRepetition(secret: string): boolean {
  return (secret + secret).indexOf(secret, 1) < secret.length;
}

export const secretChecks: readonly Check[] = [secrets, ...keyChecks];
