import { createHash } from "node:crypto";
import { COMMON_PASSWORDS } from "@/lib/accounts/common-passwords-data";

/** Bytes of a digest that make one number: 48 bits stay exact in a JavaScript number, also times the count of hashes. */
const NUMBER_BYTES = 6;

let filter: Uint8Array | undefined;

/**
 * Whether everybody who guesses would guess this: a password of earlier breaches (common-passwords-source.md). In any case of letters. True
 * for each of the list, and for about one in 100,000 others.
 */
export function isCommonPassword(password: string): boolean {
  filter ??= Buffer.from(COMMON_PASSWORDS.filter, "base64");
  const bits = filter.length * 8;
  const digest = createHash("sha256").update(password.normalize("NFKC").toLowerCase()).digest();
  const [start, step] = [digest.readUIntBE(0, NUMBER_BYTES), digest.readUIntBE(NUMBER_BYTES, NUMBER_BYTES)];
  for (let round = 0; round < COMMON_PASSWORDS.hashCount; round += 1) {
    const bit = (start + round * step) % bits;
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
