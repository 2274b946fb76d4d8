import { expect, test } from "vitest";
import { changedFields } from "@/lib/kernel/audit-log/record-audit";

test("only what differs is told, as it was and as it is", () => {
  const before = { name: "Lantern", contact: null, sites: ["https://a.example"], isOn: true };
  expect(
    changedFields(before, { name: "Lantern", contact: "help", sites: ["https://a.example"], isOn: false }),
  ).toEqual({
    before: { contact: null, isOn: true },
    after: { contact: "help", isOn: false },
  });
});

test("what is not named stayed as it was, and a list is another one when its order is", () => {
  expect(changedFields({ a: 1, b: 2 }, { a: undefined })).toEqual({ before: {}, after: {} });
  expect(changedFields({ sites: ["a", "b"] }, { sites: ["b", "a"] })).toEqual({
    before: { sites: ["a", "b"] },
    after: { sites: ["b", "a"] },
  });
});

test("a field that was not there before was nothing", () => {
  expect(changedFields({}, { limit: "5" })).toEqual({ before: { limit: null }, after: { limit: "5" } });
});
