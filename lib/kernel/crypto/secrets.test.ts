import fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { HEADER_BYTES, keyId } from "@/lib/kernel/crypto/keyring";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { sealWithoutKeyName, useKeys } from "@/lib/kernel/crypto/testing/keys";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));

const [FIRST, SECOND, THIRD] = ["a1".repeat(32), "b2".repeat(32), "c3".repeat(32)] as const;

describe("a sealed secret", () => {
  test("opens with the context that it was sealed for, and reveals nothing of its content", () => {
    const sealed = sealSecret("payment key ключ", "row-1");
    expect(openSecret(sealed, "row-1")).toBe("payment key ключ");
    expect(Buffer.from(sealed).includes("payment")).toBe(false);
    expect(Buffer.from(sealSecret("same", "row")).equals(Buffer.from(sealSecret("same", "row")))).toBe(false);
  });

  test("does not open for another row, with any bit changed, or truncated", () => {
    for (const sealed of [sealSecret("payment key", "row-1"), sealWithoutKeyName("payment key", "row-1", FIRST)]) {
      useKeys(FIRST, "11".repeat(32));
      expect(openSecret(sealed, "row-1")).toBe("payment key");
      expect(() => openSecret(sealed, "row-2")).toThrow();
      for (let index = 0; index < sealed.length; index += 1) {
        const changed = Uint8Array.from(sealed);
        changed[index] = (changed[index] ?? 0) ^ 1;
        expect(() => openSecret(changed, "row-1")).toThrow();
      }
      for (const length of [0, 11, 20, 27, sealed.length - 1])
        expect(() => openSecret(sealed.subarray(0, length), "row-1")).toThrow();
      for (const start of [1, HEADER_BYTES]) expect(() => openSecret(sealed.subarray(start), "row-1")).toThrow();
    }
  });
});

describe("with several keys", () => {
  test("whatever was sealed with one of them opens in any order of the keys, and with no other", () => {
    const keys = fc.constantFrom(FIRST, SECOND, THIRD);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), keys, fc.boolean(), (secret, context, key, hasName) => {
        const text = Buffer.from(secret, "utf8").toString("utf8");
        useKeys(key);
        const sealed = hasName ? sealSecret(text, context) : sealWithoutKeyName(text, context, key);
        const others = [FIRST, SECOND, THIRD].filter((one) => one !== key) as [string, string];
        for (const order of [[key], [others[0], key], [...others, key], [key, ...others]] as [string][]) {
          useKeys(...order);
          expect(openSecret(sealed, context)).toBe(text);
          expect(() => openSecret(sealed, `${context}.`)).toThrow();
        }
        useKeys(...others);
        expect(() => openSecret(sealed, context)).toThrow();
      }),
    );
  });

  test("new secrets are sealed with SECRET_KEY alone, and say so", () => {
    useKeys(SECOND, FIRST);
    const sealed = sealSecret("a", "row");
    expect(Buffer.from(sealed).subarray(4, HEADER_BYTES).toString("hex")).toBe(keyId(SECOND));
    useKeys(SECOND);
    expect(openSecret(sealed, "row")).toBe("a");
  });

  test("a secret is not opened with a key whose name was written over its own", () => {
    useKeys(FIRST);
    const sealed = Buffer.from(sealSecret("a", "row"));
    Buffer.from(keyId(SECOND), "hex").copy(sealed, 4);
    useKeys(SECOND, FIRST);
    expect(() => openSecret(sealed, "row")).toThrow();
  });

  test("an old secret whose nonce looks like the name of an unknown key opens nevertheless", () => {
    useKeys(FIRST);
    const sealed = sealWithoutKeyName("a", "row", FIRST, Buffer.from("ck1:12345678"));
    expect(openSecret(sealed, "row")).toBe("a");
  });
});

test("the name of a key is the same everywhere and contains nothing of it", () => {
  expect(keyId(FIRST)).toBe(keyId(FIRST));
  expect(keyId(FIRST)).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set([FIRST, SECOND, THIRD].map(keyId)).size).toBe(3);
  expect(FIRST).not.toContain(keyId(FIRST));
});
