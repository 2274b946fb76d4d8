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
  ["null", null],
  ["an empty string", ""],
  ["a page number", "1"],
  ["text that is not base64", "%%%"],
  ["base64 that is not JSON", "AAAA"],
  ["a truncated value", encodeCursor(CURSOR).slice(0, -9)],
  ["the value of another service", write({ id: 5, _pointsToNextItems: true })],
  ["an encoded null", write(null)],
  ["an encoded array", write([members])],
  ["a time outside the database's range", write({ ...members, created_at: 9e15 })],
  ["a negative time", write({ ...members, created_at: -1 })],
  ["a fractional time", write({ ...members, created_at: 1.5 })],
  ["an invalid id", write({ ...members, id: "x' OR 1=1" })],
  ["an invalid direction", write({ ...members, _pointsToNextItems: "yes" })],
  ["a value with an extra member", write({ ...members, merchant: "x" })],
  ["a very long value", write({ ...members, id: "a".repeat(100_000) })],
])("%s is not a cursor and is ignored", (_name, text) => {
  expect(decodeCursor(text)).toBeNull();
});
