/** The seed of a test run: what every random test derives its choices from. */
import { randomInt } from "node:crypto";

/** Without TEST_SEED every run makes the same choices. */
const FIXED_SEED = 20_261;
const SEED_MAX = 2 ** 31 - 1;

/** A seed that no run is likely to have had. */
export function newTestSeed() {
  return randomInt(SEED_MAX + 1);
}

/**
 * The seed by the setting TEST_SEED: a whole number from 0 to 2^31 - 1, `random`, or absent for the
 * fixed one. `random` is replaced in `env` by the number drawn, so that the processes started from
 * here agree on it. @throws Error for anything else
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

/** How a failed file is run again with the same choices. */
export function describeSeed(seed, file) {
  return `seed ${seed}: run again with TEST_SEED=${seed} npx vitest run ${file}`;
}
