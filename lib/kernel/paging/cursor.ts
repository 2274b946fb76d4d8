import { z } from "zod";

/** Where a page of the dashboard's lists ends: the time and the id of its last row. */
export type ListPosition = { readonly at: Date; readonly id: string };

/** Where a page ends that is sorted by worth. */
export type ValuePosition = { readonly worth: string; readonly id: string };

const VALUE_MARK = "w";

/** Told from a cursor of time by its first letter. */
export function toValueCursor({ worth, id }: ValuePosition): string {
  return `${VALUE_MARK}${worth}_${id}`;
}

/** Null for a cursor of a list that is sorted by time. */
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

/** Where a page begins: a row's own key, and which way to read on from it. */
export type Cursor = {
  readonly createdAt: Date;
  readonly id: string;
  /** Towards older rows; else towards newer ones. */
  readonly isForward: boolean;
};

/** A real one has about 130 characters. */
const CHARACTERS_MAX = 512;
const BASE64_URL = /^[A-Za-z0-9_-]+$/;
/** Within what both JavaScript and PostgreSQL have dates for: the year 9999. */
const MILLISECONDS_MAX = 253_402_300_799_999;

const written = z.strictObject({
  created_at: z.int().min(0).max(MILLISECONDS_MAX),
  id: z.guid(),
  _pointsToNextItems: z.boolean(),
});

/**
 * URL-safe base64 without padding, opaque to clients. It names a place in a list and gives no right
 * to read it.
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
 * Null for what `encodeCursor` did not write, such as the page number `1` that some clients send:
 * it is ignored, not refused.
 */
export function decodeCursor(text: string | null): Cursor | null {
  if (text === null || text.length > CHARACTERS_MAX || !BASE64_URL.test(text)) return null;
  const parsed = written.safeParse(parseJson(Buffer.from(text, "base64url").toString("utf8")));
  if (!parsed.success) return null;
  const { created_at: createdAt, id, _pointsToNextItems: isForward } = parsed.data;
  return { createdAt: new Date(createdAt), id, isForward };
}

/** Of the query string or the body, whichever has one; some clients send it here and some there. */
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
