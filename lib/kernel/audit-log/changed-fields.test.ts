import { expect, test } from "vitest";
import { changedFields } from "@/lib/kernel/audit-log/record-audit";

test("returns only fields that differ, with their values before and after", () => {
  const before = { name: "Lantern", contact: null, sites: ["https://a.example"], isOn: true };
  expect(
    changedFields(before, { name: "Lantern", contact: "help", sites: ["https://a.example"], isOn: false }),
  ).toEqual({
    before: { contact: null, isOn: true },
    after: { contact: "help", isOn: false },
  });
});

test("treats omitted fields as unchanged, and lists as different when their order differs", () => {
  expect(changedFields({ a: 1, b: 2 }, { a: undefined })).toEqual({ before: {}, after: {} });
  expect(changedFields({ sites: ["a", "b"] }, { sites: ["b", "a"] })).toEqual({
    before: { sites: ["a", "b"] },
    after: { sites: ["b", "a"] },
  });
});

test("treats a field that did not exist before as null", () => {
  expect(changedFields({}, { limit: "5" })).toEqual({ before: { limit: null }, after: { limit: "5" } });
});
