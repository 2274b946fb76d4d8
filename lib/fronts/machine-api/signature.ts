import { createHash, timingSafeEqual } from "node:crypto";

const SIGN = /^[0-9a-f]{32}$/i;

/** The interface's signature: lowercase hex MD5 of base64(raw body bytes) followed by the key. */
export function signBody(raw: Uint8Array, secret: string): string {
  return createHash("md5").update(Buffer.from(raw).toString("base64")).update(secret, "utf8").digest("hex");
}

/** Whether `sign` is the body's signature by this secret; compared in constant time. */
export function isSignedBy(raw: Uint8Array, sign: string, secret: string): boolean {
  if (!SIGN.test(sign)) return false;
  return timingSafeEqual(Buffer.from(signBody(raw, secret), "hex"), Buffer.from(sign, "hex"));
}
