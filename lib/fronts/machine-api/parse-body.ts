import { LosslessNumber, parse } from "lossless-json";
import { AppError } from "@/lib/kernel/errors";

/** Deeper than any request of the API; bounds the parser's recursion. */
const DEPTH_MAX = 16;

/**
 * Returns the parameters in a request's raw bytes. An empty body, `{}`, `[]` and `null` all mean
 * none; numbers keep their source text.
 * @throws AppError `invalid_body` for bytes that are not UTF-8, not JSON, nested too deep, with a
 *   duplicate key, or not an object
 */
export function parseBody(raw: Uint8Array): Readonly<Record<string, unknown>> {
  const text = decode(raw);
  if (text.trim() === "") return {};
  const memberCount = countMembersWritten(text);
  const value = parseJson(text);
  // The parser reports a duplicate key only if the values differ.
  if (countMembersRead(value) !== memberCount) throw invalid("The body has one key twice, with the same value");
  if (value === null || (Array.isArray(value) && value.length === 0)) return {};
  if (typeof value !== "object" || Array.isArray(value) || value instanceof LosslessNumber) {
    throw invalid("The body is not a JSON object");
  }
  return Object.fromEntries(Object.entries(value));
}

function decode(raw: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    throw invalid("The body is not valid UTF-8");
  }
}

/**
 * Counts the members of the text's objects by its colons outside strings. Leaves invalid JSON to
 * the parser.
 * @throws AppError when brackets are nested too deep for the parser's recursion
 */
function countMembersWritten(text: string): number {
  let depth = 0;
  let colons = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ":") colons += 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > DEPTH_MAX) throw invalid(`The body is nested deeper than ${DEPTH_MAX} levels`);
  }
  return colons;
}

/** Counts the members of a parsed value's objects, at every level. */
function countMembersRead(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof LosslessNumber) return 0;
  const parts = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countMembersRead(part), own);
}

/**
 * Returns the end of the string that begins at `start`. Written by hand: a regular expression takes
 * seconds for unterminated strings.
 */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function parseJson(text: string): unknown {
  try {
    return parse(text, null, { onDuplicateKey: ({ key }) => refuseDuplicate(key) });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalid("The body is not valid JSON");
  }
}

function refuseDuplicate(key: string): never {
  throw invalid(`The body has the key ${JSON.stringify(key.slice(0, 64))} twice`);
}

function invalid(message: string): AppError {
  return new AppError("invalid_body", message);
}
