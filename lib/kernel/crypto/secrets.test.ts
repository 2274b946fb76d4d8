import { describe, expect, test } from "vitest";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";

describe("a sealed secret", () => {
  test("opens with the context that it was sealed for, and reveals nothing of its content", () => {
    const sealed = sealSecret("payment key ключ", "row-1");
    expect(openSecret(sealed, "row-1")).toBe("payment key ключ");
    expect(Buffer.from(sealed).includes("payment")).toBe(false);
    expect(Buffer.from(sealSecret("same", "row")).equals(Buffer.from(sealSecret("same", "row")))).toBe(false);
  });

  test("does not open for another row, with any bit changed, or truncated", () => {
    const sealed = sealSecret("payment key", "row-1");
    expect(() => openSecret(sealed, "row-2")).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(changed, "row-1")).toThrow();
    }
    for (const length of [0, 11, 27, sealed.length - 1])
      expect(() => openSecret(sealed.subarray(0, length), "row-1")).toThrow();
  });
});
