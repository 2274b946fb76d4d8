import { z } from "zod";

/** The end of a page of the dashboard's lists: the time and the id of its last row. */
export type ListPosition = { readonly at: Date; readonly id: string };

/** The end of a page sorted by value. */
export type ValuePosition = { readonly worth: string; readonly id: string };

const VALUE_MARK = "w";

/** Its first letter distinguishes it from a time cursor. */
export function toValueCursor({ worth, id }: ValuePosition): string {
  return `${VALUE_MARK}${worth}_${id}`;
}

/** Returns null for a cursor of a list sorted by time. */
export function parseValueCursor(cursor: string): ValuePosition | null {
  const [worth = "", id = ""] = cursor.split("_");
  return worth.startsWith(VALUE_MARK) ? { worth: worth.slice(VALUE_MARK.length), id } : null;
}

export function toListCursor({ at, id }: ListPosition): string {
  return `${at.getTime()}_${id}`;
}

export function parseListCursor(cursor: string): ListPosition {
  const [milliseconds = "", id = ""] = cursor.split("_");
  return { at: new Date(Number.parseInt(milliseconds, 10)), id };
}

/** The start of a page: the key of a row, and the direction to read from it. */
export type Cursor = {
  readonly createdAt: Date;
  readonly id: string;
  /** Towards older rows; otherwise towards newer ones. */
  readonly isForward: boolean;
};

/** A real one has about 130 characters. */
const CHARACTERS_MAX = 512;
const BASE64_URL = /^[A-Za-z0-9_-]+$/;
/** The range of dates that both JavaScript and PostgreSQL support: the year 9999. */
const MILLISECONDS_MAX = 253_402_300_799_999;

const written = z.strictObject({
  created_at: z.int().min(0).max(MILLISECONDS_MAX),
  id: z.guid(),
  _pointsToNextItems: z.boolean(),
});

/**
 * Encodes a cursor as URL-safe base64 without padding, opaque to clients. It identifies a position
 * in a list and grants no right to read it.
 */
export function encodeCursor({ createdAt, id, isForward }: Cursor): string {
  const members: z.output<typeof written> = {
    created_at: createdAt.getTime(),
    id,
    _pointsToNextItems: isForward,
  };
  return Buffer.from(JSON.stringify(members), "utf8").toString("base64url");
}

/**
 * Returns null for anything that `encodeCursor` did not write, such as the page number `1` that
 * some clients send: it is ignored, not rejected.
 */
export function decodeCursor(text: string | null): Cursor | null {
  if (text === null || text.length > CHARACTERS_MAX || !BASE64_URL.test(text)) return null;
  const parsed = written.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  if (!parsed.success) return null;
  const { created_at: createdAt, id, _pointsToNextItems: isForward } = parsed.data;
  return { createdAt: new Date(createdAt), id, isForward };
}

/**
 * Returns the cursor of the query string or the body, whichever has one, because clients send it in
 * either.
 */
export function chooseCursor(query: URLSearchParams, body: { readonly cursor: string | null }): Cursor | null {
  return decodeCursor(query.get("cursor")) ?? decodeCursor(body.cursor);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
