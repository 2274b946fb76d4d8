import { LosslessNumber, parse } from "lossless-json";
import { AppError } from "@/lib/kernel/errors";

/** Deeper than any request of the interface; bounds the parser's recursion. */
const DEPTH_MAX = 16;

/**
 * The parameters in a request's raw bytes. Nothing, `{}`, `[]` and `null` all mean none; numbers
 * keep their source text.
 * @throws AppError `invalid_body` for bytes that are no UTF-8, no JSON, too deep, with a key twice,
 *   or no object
 */
export function parseBody(raw: Uint8Array): Readonly<Record<string, unknown>> {
  const text = decode(raw);
  if (text.trim() === "") return {};
  const memberCount = countMembersWritten(text);
  const value = parseJson(text);
  // The parser tells of a second key only when its value differs from the first one's.
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
 * How many members the text's objects have: its colons outside of strings. What is no JSON at all
 * is left to the parser.
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

/** How many members the objects of a parsed value have, at every level. */
function countMembersRead(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof LosslessNumber) return 0;
  const parts = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countMembersRead(part), own);
}

/**
 * Where the string that begins at `start` ends. By hand: a regular expression takes seconds for
 * quotes that never close.
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
