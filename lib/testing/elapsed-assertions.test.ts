import { expect, test } from "vitest";
import { findElapsedAssertions } from "@/lib/testing/elapsed-assertions";

test.each([
  ["a time difference", "expect(performance.now() - begun).toBeLessThan(2_000);"],
  [
    "a variable that holds a difference",
    "const tookMs = performance.now() - begun;\nexpect(tookMs).toBeLessThan(LIMIT_MS);",
  ],
  [
    "the maximum of several differences",
    "waits.push(Date.now() - sent);\nexpect(Math.max(...waits)).toBeLessThan(TIMEOUT_MS);",
  ],
  [
    "a value computed from a difference",
    "const seconds = (performance.now() - start) / 1000;\nconst each = seconds / COUNT;\nexpect(each).toBeLessThanOrEqual(5);",
  ],
  ["the absolute value of a difference", "expect(Math.abs(Date.now() - sentAt.getTime())).toBeLessThan(30_000);"],
  [
    "a function that returns a difference",
    "const timed = async () => {\n  return performance.now() - startedAt;\n};\nconst took = await timed();\nexpect(took).toBeLessThan(5);",
  ],
])("detects %s", (_name, text) => {
  expect(findElapsedAssertions(text)).toHaveLength(1);
});

test.each([
  [
    "a time between two others",
    "expect(at).toBeGreaterThanOrEqual(begun);\nexpect(at).toBeLessThanOrEqual(Date.now());",
  ],
  ["waiting until time has passed", "expect(Date.now() - signedAt).toBeGreaterThan(600);"],
  ["a time long ago", "const longAgo = ago(60);\nexpect(rows.length).toBeLessThan(4);"],
  ["a count", "expect(asked.length).toBeLessThan(6);"],
])("ignores %s", (_name, text) => {
  expect(findElapsedAssertions(text)).toEqual([]);
});
