import { describe, expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf, auditKind, auditWords } from "@/lib/audit/actions";
import { auditDiff, auditFacts } from "@/lib/audit/audit-diff";
import { fieldWords, valueWords } from "@/lib/audit/field-words";

describe("the words of the log", () => {
  test.each(Object.entries(AUDIT_ACTIONS))("%s has words of its own, without a full stop", (action, { words }) => {
    expect(action).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
    expect(words).toMatch(/^[A-Z].{5,80}[^.]$/);
    const alike = Object.values(AUDIT_ACTIONS).filter((other) => other.words === words);
    expect(alike).toHaveLength(1);
  });

  test("every kind has actions, and every action is of its kind", () => {
    for (const kind of Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[]) {
      expect(actionsOf(kind)).not.toEqual([]);
      for (const action of actionsOf(kind)) expect(auditKind(action)).toBe(kind);
    }
  });

  test("what an earlier version wrote is shown by its own name", () => {
    expect(auditWords("toString")).toBe("toString");
    expect(auditWords("gone.away")).toBe("gone.away");
    expect(auditKind("gone.away")).toBeNull();
  });
});

test.each([
  ["supportContact", "Support contact"],
  ["isActive", "Active"],
  ["role", "Role"],
  ["constructor", "Constructor"],
  ["dailyLimitUsd", "Most within 24 hours, in USD"],
])("the field %s is called %s", (name, words) => {
  expect(fieldWords(name)).toBe(words);
});

test.each([
  [null, null],
  ["", null],
  [[], null],
  [true, "yes"],
  [false, "no"],
  [0, "0"],
  [["a", "b"], "a, b"],
  ["0.10", "0.10"],
])("the value %j is read as %j", (value, words) => {
  expect(valueWords(value)).toBe(words);
});

test("a diff has each field of either side once, and none that is the same", () => {
  expect(
    auditDiff({ role: "viewer", contact: "", name: "A" }, { role: "owner", contact: null, name: "A", note: "x" }),
  ).toEqual([
    { field: "Role", before: "viewer", after: "owner" },
    { field: "Note", before: null, after: "x" },
  ]);
  expect(auditDiff(null, { role: "owner" })).toEqual([{ field: "Role", before: null, after: "owner" }]);
  expect(auditDiff({ role: "owner" }, null)).toEqual([{ field: "Role", before: "owner", after: null }]);
  expect(auditDiff("odd", [1])).toEqual([]);
  expect(auditFacts({ reason: "gone", note: null })).toEqual([{ field: "Reason", value: "gone" }]);
});
