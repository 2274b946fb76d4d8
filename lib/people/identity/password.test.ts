import { createRequire } from "node:module";
import { afterAll, expect, test, vi } from "vitest";
import { hashPassword, isPasswordRight } from "@/lib/people/identity/password";

// The real library; other tests use it at a lower cost.
vi.mock("@node-rs/argon2", () => createRequire(import.meta.url)("@node-rs/argon2"));
afterAll(() => vi.doUnmock("@node-rs/argon2"));

test("hashes a password with argon2id, 19 MiB and two passes, rejects another one, and normalises composed letters", async () => {
  const stored = await hashPassword("caf\u00e9 with a long password");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPasswordRight(stored, "cafe\u0301 with a long password")).toBe(true);
  expect(await isPasswordRight(stored, "cafe with a long password")).toBe(false);
});
