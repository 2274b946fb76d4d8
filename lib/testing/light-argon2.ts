import { createRequire } from "node:module";

/**
 * Replaces `@node-rs/argon2` in tests (vitest.config.ts): the same hashes at a hundredth of the
 * cost, which would otherwise be paid for hundreds of sign-ins.
 * lib/people/identity/password.test.ts checks the cost of the real one.
 */
const real = createRequire(import.meta.url)("@node-rs/argon2") as typeof import("@node-rs/argon2");
const LIGHT = { memoryCost: 64, timeCost: 1 } as const;

export const { verify } = real;

export const hash: typeof real.hash = (password, options, signal) =>
  real.hash(password, { ...options, ...LIGHT }, signal);
