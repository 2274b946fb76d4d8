import { createHmac } from "node:crypto";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import type { ProbeRow } from "@/lib/fronts/doctor/probe-repo";
import { selectProbes } from "@/lib/fronts/doctor/probe-repo";
import { type Env, env } from "@/lib/kernel/env";

/** A random key has more distinct characters; fewer suggest a held-down key. */
const VARIETY_MIN = 8;
/** Placeholders for secrets in guides and examples. */
const EXAMPLE = /change.?me|example|secret.?secret|password|placeholder|0123456789abcdef0123|your[-_ ]/i;

/**
 * Returns a fingerprint by which two processes can tell whether they have the same key, without
 * revealing it.
 */
export function keyFingerprint(secretKey: string): string {
  return createHmac("sha256", Buffer.from(secretKey, "hex")).update("chaintill doctor").digest("hex").slice(0, 16);
}

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
  const known = { SECRET_KEY, AUTH_SECRET, SEED_KEY };
  const weak = Object.entries(known).flatMap(([name, value]) => (value !== undefined && isWeak(value) ? [name] : []));
  if (weak.length > 0) {
    const summary = `${weak.join(" and ")} could be guessed.`;
    const remedy =
      "Generate a random one with openssl rand -hex 32. A new SECRET_KEY requires new API keys for every merchant.";
    return errorFinding(secrets, summary, remedy);
  }
  if (SECRET_KEY === AUTH_SECRET || SECRET_KEY === SEED_KEY || (SEED_KEY !== undefined && SEED_KEY === AUTH_SECRET))
    return warningFinding(secrets, "Two secrets are the same.", "Give each its own value.");
  return okFinding(secrets, "All secrets are set, and none looks like an example.");
}

function isWeak(secret: string): boolean {
  return new Set(secret).size < VARIETY_MIN || EXAMPLE.test(secret);
}

const sameKey: Check = {
  id: "same-key",
  group: "safety",
  name: "Secrets of web and worker",
  needsDatabase: true,
  run: async () => {
    const { SECRET_KEY } = env();
    return SECRET_KEY === undefined ? [] : [checkSameKey(SECRET_KEY, await selectProbes("secret-key"))];
  },
};

/** Checks that the worker has the same SECRET_KEY: otherwise it cannot sign webhooks. Pure. */
export function checkSameKey(secretKey: string, probes: readonly Pick<ProbeRow, "detail">[]): Finding {
  const [probe] = probes;
  if (probe === undefined)
    return warningFinding(sameKey, "No worker has reported its key yet.", "Check that a worker is running.");
  if (probe.detail["fingerprint"] === keyFingerprint(secretKey))
    return okFinding(sameKey, "Both have the same SECRET_KEY.");
  const summary = "The worker has a different SECRET_KEY: it can't read API keys or sign webhooks.";
  return errorFinding(sameKey, summary, "Give web and worker the same SECRET_KEY, and restart both.");
}

export const secretChecks: readonly Check[] = [secrets, sameKey];
