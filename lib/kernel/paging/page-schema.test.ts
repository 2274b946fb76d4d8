import { LosslessNumber } from "lossless-json";
import { expect, test } from "vitest";
import { listInput } from "@/lib/kernel/paging/page-schema";

test("without parameters a list begins at the newest row", () => {
  expect(listInput.parse({})).toEqual({ date_from: null, date_to: null, cursor: null });
  expect(listInput.parse({ date_from: null, date_to: "", cursor: null })).toEqual({
    date_from: null,
    date_to: null,
    cursor: null,
  });
});

test.each([
  ["2024-03-27 13:51:48", "2024-03-27T10:51:48.000Z"],
  ["2024-03-27 1:51:48", "2024-03-26T22:51:48.000Z"],
  ["2024-02-29 0:00:00", "2024-02-28T21:00:00.000Z"],
])("reads %s at UTC+3", (text, utc) => {
  expect(listInput.parse({ date_from: text }).date_from?.toISOString()).toBe(utc);
});

test.each(["0001-01-01 00:00:00", "0000-01-01 00:00:00"])("parses %s as the earliest supported date", (text) => {
  expect(listInput.parse({ date_from: text }).date_from?.toISOString()).toBe("0001-01-01T00:00:00.000Z");
});

test.each([
  "2024-03-27",
  "2024-03-27T13:51:48",
  "2024-02-30 10:00:00",
  "2023-02-29 10:00:00",
  "2024-13-01 10:00:00",
  "2024-03-27 24:00:00",
  "2024-03-27 10:60:00",
  "2024-03-27 10:00:00 ",
  "27.03.2024 10:00:00",
  "2024-03-27 10:00:00; DROP TABLE invoices",
  "x".repeat(10_000),
  new LosslessNumber("20240327"),
  true,
  [],
  {},
])("rejects %j as a date with validation.regex only", (value) => {
  for (const field of ["date_from", "date_to"]) {
    const { error } = listInput.safeParse({ [field]: value });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([[field, "validation.regex"]]);
  }
});

test.each([
  [new LosslessNumber("1"), "1"],
  ["abc", "abc"],
  [true, null],
  [[], null],
  [{}, null],
])("never rejects a cursor %j", (value, text) => {
  expect(listInput.parse({ cursor: value }).cursor).toBe(text);
});
