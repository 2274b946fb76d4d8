/**
 * What a webhook may carry. Amounts are strings: a receiver that decodes and re-encodes must get
 * the same bytes.
 */
export type PhpJsonValue = string | boolean | null | number | PhpJsonObject;

export type PhpJsonObject = { readonly [name: string]: PhpJsonValue };

/**
 * Writes an object as PHP's `json_encode($payload, JSON_UNESCAPED_UNICODE)` does: no spaces,
 * members in insertion order, nulls included, `/` as `\/`, non-ASCII characters raw, U+2028 and
 * U+2029 escaped. Receivers verify a signature by decoding and re-encoding with these rules, so
 * they would reject any other spelling of the same object.
 *
 * @throws TypeError for what would not survive that round trip: an empty object (PHP makes `[]` of
 *   it), an integer-like name (JavaScript and PHP both move or retype it) and a number that is not
 *   a safe integer
 */
export function writePhpJson(payload: PhpJsonObject): string {
  const members = Object.entries(payload).map(([name, value]) => `${writeName(name)}:${writeValue(value, name)}`);
  if (members.length === 0) throw new TypeError("An empty object has no stable form in PHP");
  return `{${members.join(",")}}`;
}

function writeValue(value: PhpJsonValue, name: string): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return writeString(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new TypeError(`"${name}" is no safe integer`);
    return String(value);
  }
  return writePhpJson(value);
}

function writeName(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) throw new TypeError(`"${name}" is an integer-like member name`);
  return writeString(name);
}

/**
 * A lone surrogate is not valid text: PHP refuses to decode it, so it becomes the replacement
 * character.
 */
function writeString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("/", "\\/")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/**
 * Every webhook has these two members and no operation of the machine API accepts them: they tell a
 * webhook from a call.
 */
export type WebhookPayload = PhpJsonObject & { readonly type: string; readonly is_final: boolean };

/**
 * Returns whether `body` is one of the gateway's webhooks. Webhooks and calls are signed alike,
 * with the same key, so without its last member (`sign`) each webhook would be a signed call of the
 * merchant's, for everybody who gets to see it.
 */
export function isWebhookPayload(body: Readonly<Record<string, unknown>>): boolean {
  return typeof body["type"] === "string" && typeof body["is_final"] === "boolean";
}

/** Returns the `sign` of a signed body; null for a body without one. Safe for the browser. */
export function signOfBody(body: string): string | null {
  return /,"sign":"([0-9a-f]{32})"\}$/.exec(body)?.[1] ?? null;
}

/**
 * Returns the exact body of an attempt: the payload with its signature as the last member, as
 * `appendSign` writes it.
 */
export function bodyWithSign(payload: string, sign: string): string {
  return `${payload.slice(0, -1)},"sign":"${sign}"}`;
}
