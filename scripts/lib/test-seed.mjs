/** The seed of a test run, from which every random test derives its choices. */
import { randomInt } from "node:crypto";

/** Without TEST_SEED every run makes the same choices. */
const FIXED_SEED = 20_261;
const SEED_MAX = 2 ** 31 - 1;

/** Returns a random seed, unlikely to have been used before. */
export function newTestSeed() {
  return randomInt(SEED_MAX + 1);
}

/**
 * Returns the seed from the setting TEST_SEED: a whole number from 0 to 2^31 - 1, `random`, or
 * absent for the fixed one. Replaces `random` in `env` by the number drawn, so that child processes
 * agree on it. @throws Error for anything else
 */
export function readTestSeed(env = process.env) {
  const given = env.TEST_SEED ?? "";
  if (given === "") return FIXED_SEED;
  const seed = given === "random" ? newTestSeed() : Number(given);
  if (!Number.isInteger(seed) || seed < 0 || seed > SEED_MAX) {
    throw new Error(`TEST_SEED is a whole number from 0 to ${SEED_MAX} or "random", not "${given}"`);
  }
  env.TEST_SEED = String(seed);
  return seed;
}

/** Returns how to rerun a failed file with the same choices. */
export function describeSeed(seed, file) {
  return `seed ${seed}: run again with TEST_SEED=${seed} npx vitest run ${file}`;
}
