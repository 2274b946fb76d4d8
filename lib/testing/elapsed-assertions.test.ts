import { expect, test } from "vitest";
import { findElapsedAssertions } from "@/lib/testing/elapsed-assertions";

test.each([
  ["a difference", "expect(performance.now() - begun).toBeLessThan(2_000);"],
  ["a name for it", "const tookMs = performance.now() - begun;\nexpect(tookMs).toBeLessThan(LIMIT_MS);"],
  ["the worst of several", "waits.push(Date.now() - sent);\nexpect(Math.max(...waits)).toBeLessThan(TIMEOUT_MS);"],
  [
    "what is computed from it",
    "const seconds = (performance.now() - start) / 1000;\nconst each = seconds / COUNT;\nexpect(each).toBeLessThanOrEqual(5);",
  ],
  ["its distance", "expect(Math.abs(Date.now() - sentAt.getTime())).toBeLessThan(30_000);"],
  [
    "a function that measures",
    "const timed = async () => {\n  return performance.now() - startedAt;\n};\nconst took = await timed();\nexpect(took).toBeLessThan(5);",
  ],
])("detects %s", (_name, text) => {
  expect(findElapsedAssertions(text)).toHaveLength(1);
});

test.each([
  [
    "a moment between two others",
    "expect(at).toBeGreaterThanOrEqual(begun);\nexpect(at).toBeLessThanOrEqual(Date.now());",
  ],
  ["waiting until time has passed", "expect(Date.now() - signedAt).toBeGreaterThan(600);"],
  ["what is long ago", "const longAgo = ago(60);\nexpect(rows.length).toBeLessThan(4);"],
  ["a count", "expect(asked.length).toBeLessThan(6);"],
])("ignores %s", (_name, text) => {
  expect(findElapsedAssertions(text)).toEqual([]);
});
