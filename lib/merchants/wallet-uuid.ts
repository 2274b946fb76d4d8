import { createHash } from "node:crypto";

/**
 * The uuid of a merchant's or user's wallet in one currency, wherever the interface names it. It follows from the two (RFC 9562,
 * version 8 over SHA-256), so it needs no table and is there before the first credit.
 */
export function walletUuid(ownerId: string, currency: string): string {
  const bytes = createHash("sha256").update(`wallet\n${ownerId}\n${currency}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
