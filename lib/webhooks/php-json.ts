/** What a webhook may carry. Amounts are strings: a receiver that decodes and encodes again must get the same bytes. */
export type PhpJsonValue = string | boolean | null | number | PhpJsonObject;

export type PhpJsonObject = { readonly [name: string]: PhpJsonValue };

/**
 * Writes an object as PHP's `json_encode($payload, JSON_UNESCAPED_UNICODE)` does: no spaces, members in insertion
 * order, nulls kept, `/` as `\/`, non-ASCII characters raw, U+2028 and U+2029 escaped. Receivers check a signature by
 * decoding and encoding with these rules, so any other spelling of the same object would be refused by them.
 *
 * @throws TypeError for what would not survive that round trip: an empty object (PHP makes `[]` of it), an
 * integer-like name (JavaScript and PHP both move or retype it) and a number that is no safe integer.
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

/** Half a surrogate pair is no text at all: PHP refuses to decode it, so it becomes the replacement character. */
function writeString(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replaceAll("/", "\\/")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
