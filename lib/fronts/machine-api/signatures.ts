import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/kernel/errors";

/** The name as the guide writes it; HTTP takes it in any case. */
export const TIMED_SIGNATURE = "x-signature";
/** How far the clocks of a shop and of the gateway may be apart, in either direction. */
export const TIMED_SIGNATURE_SECONDS = 300;

const HEADER = /^t=(\d{1,12}),n=([A-Za-z0-9_-]{1,64}),v1=([0-9a-f]{64})$/;

/** What is signed beside the key: which call it is, and of when. */
export type SignedCall = {
  readonly method: string;
  /** As it is asked for: path and, where there is one, the question mark with what follows. */
  readonly target: string;
  readonly raw: Uint8Array;
};

/** The header's parts. `nonce` tells two calls apart that are alike and of one second. */
export type TimedSignature = { readonly seconds: number; readonly nonce: string; readonly mac: Buffer };

/** Null for what is no such header. */
export function parseTimedSignature(header: string): TimedSignature | null {
  const [, seconds = "", nonce = "", mac = ""] = HEADER.exec(header) ?? [];
  return mac === "" ? null : { seconds: Number.parseInt(seconds, 10), nonce, mac: Buffer.from(mac, "hex") };
}

/**
 * HMAC-SHA256 by the key over `v1`, method, target, time and nonce, a line each, and the body's
 * bytes. The first line keeps it apart from the signatures of webhooks, which the same key makes:
 * what those are made over begins with an id.
 */
export function timedMac(
  { method, target, raw }: SignedCall,
  { seconds, nonce }: Pick<TimedSignature, "seconds" | "nonce">,
  secret: string,
): Buffer {
  const lines = ["v1", method, target, String(seconds), nonce, ""];
  return createHmac("sha256", secret).update(lines.join("\n")).update(raw).digest();
}

/** Whether this key made it for this call; compared in constant time. Says nothing about when. */
export function isTimedBy(call: SignedCall, signature: TimedSignature, secret: string): boolean {
  return timingSafeEqual(timedMac(call, signature, secret), signature.mac);
}

/**
 * @throws AppError `invalid_signature` that names the header and the server's time, for one of too
 *   long ago or too far ahead
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

/** The interface's signature: lowercase hex MD5 of base64(raw body bytes) followed by the key. */
export function signBody(raw: Uint8Array, secret: string): string {
  return createHash("md5").update(Buffer.from(raw).toString("base64")).update(secret, "utf8").digest("hex");
}

/** Whether `sign` is the body's signature by this secret; compared in constant time. */
export function isSignedBy(raw: Uint8Array, sign: string, secret: string): boolean {
  if (!SIGN.test(sign)) return false;
  return timingSafeEqual(Buffer.from(signBody(raw, secret), "hex"), Buffer.from(sign, "hex"));
}
