import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/**
 * The merchant's side: three ways in which receivers really verify a webhook, written without a
 * line of the sender's code. Each takes what was received and the key, and returns whether to
 * accept it.
 */
export type Incoming = {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};
export type Verifier = (incoming: Incoming, key: string) => boolean;

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const toBase64 = (text: string) => Buffer.from(text).toString("base64");

/**
 * Decodes, removes `sign`, re-encodes by PHP's rules: all PHP libraries, and the documented recipe
 * for JavaScript.
 */
export const reEncodeLikePhp: Verifier = ({ body }, key) => {
  const { sign, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return sign === md5(toBase64(jsonEncode(rest)) + key);
};

/** Cuts the last member off the raw bytes and hashes the remainder: Go libraries. */
export const cutSignFromBytes: Verifier = ({ body }, key) => {
  const [whole, sign] = /,"sign":"([^"]*)"\}$/.exec(body) ?? [];
  return whole !== undefined && sign === md5(toBase64(`${body.slice(0, -whole.length)}}`) + key);
};

const TOLERANCE_SECONDS = 300;

/** The three headers of Standard Webhooks; the secret is the key's bytes. */
export const standardWebhooks: Verifier = ({ body, headers }, key) => {
  const [id, at, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => String(headers[name]));
  if (Math.abs(Date.now() / 1000 - Number(at)) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64"));
  return (given ?? "").split(" ").some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ""));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
};

export const VERIFIERS: Readonly<Record<string, Verifier>> = { reEncodeLikePhp, cutSignFromBytes, standardWebhooks };

/**
 * Implements `json_encode($value, JSON_UNESCAPED_UNICODE)` for what a decoded webhook can hold,
 * character by character.
 */
function jsonEncode(value: unknown): string {
  if (typeof value === "string") return `"${[...value].map(escapeLikePhp).join("")}"`;
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value !== "object") throw new TypeError("not of JSON");
  const members = Object.entries(value).map(([name, member]) => `${jsonEncode(name)}:${jsonEncode(member)}`);
  // PHP cannot tell an empty object from an empty array.
  return members.length === 0 ? "[]" : `{${members.join(",")}}`;
}

const SHORT: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
};

function escapeLikePhp(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const isEscaped = code < 0x20 || code === 0x2028 || code === 0x2029;
  return isEscaped ? `\\u${code.toString(16).padStart(4, "0")}` : character;
}
