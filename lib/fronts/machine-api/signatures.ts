import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/kernel/errors";

/** As spelled in the guide; HTTP header names are case-insensitive. */
export const TIMED_SIGNATURE = "x-signature";
/** Maximum clock skew between a shop and the gateway, in either direction. */
export const TIMED_SIGNATURE_SECONDS = 300;

const HEADER = /^t=(\d{1,12}),n=([A-Za-z0-9_-]{1,64}),v1=([0-9a-f]{64})$/;

/** What is signed besides the key: identifies the call and its time. */
export type SignedCall = {
  readonly method: string;
  /** As requested: path with the query string, if any. */
  readonly target: string;
  readonly raw: Uint8Array;
};

/** The header's parts. `nonce` distinguishes two identical calls within one second. */
export type TimedSignature = { readonly seconds: number; readonly nonce: string; readonly mac: Buffer };

/** Returns null for anything but such a header. */
export function parseTimedSignature(header: string): TimedSignature | null {
  const [, seconds = "", nonce = "", mac = ""] = HEADER.exec(header) ?? [];
  return mac === "" ? null : { seconds: Number.parseInt(seconds, 10), nonce, mac: Buffer.from(mac, "hex") };
}

/**
 * Returns the HMAC-SHA256 with the key over `v1`, method, target, time and nonce, one per line, and
 * the body's bytes. The first line distinguishes it from webhook signatures made with the same key,
 * whose input begins with an id.
 */
export function timedMac(
  { method, target, raw }: SignedCall,
  { seconds, nonce }: Pick<TimedSignature, "seconds" | "nonce">,
  secret: string,
): Buffer {
  const lines = ["v1", method, target, String(seconds), nonce, ""];
  return createHmac("sha256", secret).update(lines.join("\n")).update(raw).digest();
}

/** Whether this key signed this call; compared in constant time. Does not check the time. */
export function isTimedBy(call: SignedCall, signature: TimedSignature, secret: string): boolean {
  return timingSafeEqual(timedMac(call, signature, secret), signature.mac);
}

/**
 * @throws AppError `invalid_signature` naming the header and the server's time, if it is too old or
 *   too far ahead
 */
export function assertTimely({ seconds }: TimedSignature, now: Date): void {
  const present = Math.floor(now.getTime() / 1000);
  const aheadS = seconds - present;
  if (Math.abs(aheadS) <= TIMED_SIGNATURE_SECONDS) return;
  const off = `${Math.abs(aheadS)} s ${aheadS > 0 ? "ahead of" : "behind"}`;
  const message = `${TIMED_SIGNATURE}: t is ${off} this server's clock, which says ${present} (${now.toISOString()}). It may be ${TIMED_SIGNATURE_SECONDS} s off`;
  throw new AppError("invalid_signature", message);
}

const SIGN = /^[0-9a-f]{32}$/i;

/** Returns the API's signature: lowercase hex MD5 of base64(raw body bytes) followed by the key. */
export function signBody(raw: Uint8Array, secret: string): string {
  return createHash("md5").update(Buffer.from(raw).toString("base64")).update(secret, "utf8").digest("hex");
}

/** Whether `sign` is the body's signature with this secret; compared in constant time. */
export function isSignedBy(raw: Uint8Array, sign: string, secret: string): boolean {
  if (!SIGN.test(sign)) return false;
  return timingSafeEqual(Buffer.from(signBody(raw, secret), "hex"), Buffer.from(sign, "hex"));
}
