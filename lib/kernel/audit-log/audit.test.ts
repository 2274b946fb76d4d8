import { describe, expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf, auditKind, auditLabel } from "@/lib/kernel/audit-log/actions";
import { auditDiff, auditFacts, fieldLabel, valueText } from "@/lib/kernel/audit-log/queries";

describe("the log's labels", () => {
  test.each(Object.entries(AUDIT_ACTIONS))("%s has its own label, without a full stop", (action, { label }) => {
    expect(action).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
    expect(auditLabel(action)).toBe(label);
    expect(label).toMatch(/^[A-Z][^.]{5,80}[^.\s]$/);
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
    const alike = Object.values(AUDIT_ACTIONS).filter((other) => plain(other.label) === plain(label));
    expect(alike).toHaveLength(1);
    expect(plain(label)).not.toBe(plain(action));
  });

  test("every kind has actions, and every action belongs to its kind", () => {
    const kinds = Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[];
    for (const kind of kinds) expect(actionsOf(kind), kind).not.toEqual([]);
    const listed = kinds.flatMap((kind) => actionsOf(kind).map((action) => [action, kind]));
    expect(listed.toSorted()).toEqual(
      Object.entries(AUDIT_ACTIONS)
        .map(([action, { kind }]) => [action, kind])
        .toSorted(),
    );
    for (const [action = "", kind] of listed) expect([action, auditKind(action)]).toEqual([action, kind]);
  });

  test("an action written by an earlier version is shown by its own name", () => {
    expect(auditLabel("toString")).toBe("toString");
    expect(auditLabel("gone.away")).toBe("gone.away");
    expect(auditKind("gone.away")).toBeNull();
  });
});

test.each([
  ["supportContact", "Support contact"],
  ["isActive", "Active"],
  ["role", "Role"],
  ["email", "E-mail"],
  ["constructor", "Constructor"],
  ["dailyLimitUsd", "24-hour limit, in USD"],
])("the field %s is labelled %s", (name, label) => {
  expect(fieldLabel(name)).toBe(label);
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
])("the value %j is shown as %j", (value, label) => {
  expect(valueText(value)).toBe(label);
});

test("a diff contains each differing field of either side once", () => {
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
