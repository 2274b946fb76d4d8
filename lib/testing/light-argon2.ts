import { createRequire } from "node:module";

/**
 * Stands in for `@node-rs/argon2` in tests (vitest.config.ts): the same hashes at a hundredth of
 * the cost, which hundreds of people who sign in would pay otherwise. What a real one costs is held
 * by lib/people/identity/password.test.ts.
 */
const real = createRequire(import.meta.url)("@node-rs/argon2") as typeof import("@node-rs/argon2");
const LIGHT = { memoryCost: 64, timeCost: 1 } as const;

export const { verify } = real;

export const hash: typeof real.hash = (password, options, signal) =>
  real.hash(password, { ...options, ...LIGHT }, signal);
