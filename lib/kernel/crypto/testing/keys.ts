import { createCipheriv, randomBytes } from "node:crypto";
import { vi } from "vitest";
import { env } from "@/lib/kernel/env";

/**
 * Gives this process another SECRET_KEY, and further keys that decrypt, until the test file ends.
 * It mocks `@/lib/kernel/env` with `spy: true`.
 */
export function useKeys(current: string, ...previous: readonly string[]): void {
  vi.mocked(env).mockReturnValue({ ...env(), SECRET_KEY: current, SECRET_KEY_PREVIOUS: [...previous] });
}

/** Encrypts as versions did whose ciphertexts name no key. */
export function sealWithoutKeyName(
  secret: string,
  context: string,
  secretKey: string,
  nonce = randomBytes(12),
): Uint8Array<ArrayBuffer> {
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(secretKey, "hex"), nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}
