import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "@/lib/kernel/paging/cursor";

const CURSOR = {
  createdAt: new Date("2026-11-21T10:00:00.123Z"),
  id: "26109ba0-b05b-4ee0-93d1-fd62c822ce95",
  isForward: true,
};

test.each([true, false])("a cursor (towards older rows: %s) round-trips, to the millisecond", (isForward) => {
  const text = encodeCursor({ ...CURSOR, isForward });
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeCursor(text)).toEqual({ ...CURSOR, isForward });
});

const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const members = { created_at: 1, id: CURSOR.id, _pointsToNextItems: true };

test.each([
  ["nothing", null],
  ["an empty text", ""],
  ["a page number", "1"],
  ["no base64", "%%%"],
  ["base64 of no JSON", "AAAA"],
  ["a cut one", encodeCursor(CURSOR).slice(0, -9)],
  ["another service's own", write({ id: 5, _pointsToNextItems: true })],
  ["null", write(null)],
  ["a list", write([members])],
  ["a time that no database has", write({ ...members, created_at: 9e15 })],
  ["a time before all", write({ ...members, created_at: -1 })],
  ["a fraction of a time", write({ ...members, created_at: 1.5 })],
  ["an id that is none", write({ ...members, id: "x' OR 1=1" })],
  ["a direction that is none", write({ ...members, _pointsToNextItems: "yes" })],
  ["one with more in it", write({ ...members, merchant: "x" })],
  ["a very long one", write({ ...members, id: "a".repeat(100_000) })],
])("%s is not a cursor and is ignored", (_name, text) => {
  expect(decodeCursor(text)).toBeNull();
});
