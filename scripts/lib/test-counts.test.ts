import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/paths.mjs";
import { countPlaywright, countVitest } from "@/scripts/lib/test-counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const passing = (fullName: string) => ({ fullName, status: "passed", failureMessages: [], meta: {} });
const skipped = (fullName: string, cause?: string) => ({
  ...passing(fullName),
  status: "skipped",
  meta: cause === undefined ? {} : { skipped: cause },
});
const fileOf = (name: string, status: string, assertionResults: readonly object[], message = "") => ({
  name: `${ROOT}/lib/${name}`,
  ...{ status, assertionResults, message },
});

test("a failed test and a file that cannot be loaded count, each with the first lines of its error", () => {
  const failure = {
    fullName: "breaks",
    status: "failed",
    failureMessages: ["\u001b[31mexpected 1\u001b[39m\n\n  to be 2"],
  };
  const testResults = [
    fileOf("a.test.ts", "failed", [passing("holds"), failure, skipped("comes later")]),
    fileOf("b.test.ts", "failed", [], "no such module"),
  ];
  expect(countVitest(report({ testResults }), 1)).toEqual({
    passed: 1,
    failed: 2,
    skips: { "not run after a failure": 1 },
    details: [
      "lib/a.test.ts › breaks\n    expected 1\n    to be 2",
      "lib/b.test.ts › the file itself\n    no such module",
    ],
  });
});

test("skipped tests are counted by cause, and one without a cause is a failure", () => {
  const caused = [skipped("one", "no php here"), skipped("two", "no go here"), skipped("three", "no php here")];
  const counts = countVitest(
    report({ testResults: [fileOf("a.test.ts", "passed", [passing("holds"), ...caused])] }),
    0,
  );
  expect(counts).toEqual({ passed: 1, failed: 0, skips: { "no php here": 2, "no go here": 1 }, details: [] });
  const testResults = [fileOf("a.test.ts", "passed", [passing("holds"), skipped("silently")])];
  expect(countVitest(report({ testResults }), 0)).toMatchObject({
    failed: 1,
    details: [expect.stringMatching(/a\.test\.ts › silently\n.*without a cause/)],
  });
});

test("a file whose process was killed in a test, or before its tests were known, is a failure", () => {
  const testResults = [
    fileOf("a.test.ts", "passed", [{ ...passing("never ends"), status: "pending" }]),
    fileOf("b.test.ts", "passed", []),
    fileOf("c.test.ts", "passed", [passing("holds")]),
  ];
  const { failed, details } = countVitest(report({ testResults }), 1);
  expect([failed, details.map((detail) => detail.split(" ")[0])]).toEqual([2, ["lib/a.test.ts", "lib/b.test.ts"]]);
});

test("a runner that ran nothing, left no report or reports a failure is a failure", () => {
  expect(countVitest(report({ testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(join(folder, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
  const testResults = [fileOf("a.test.ts", "passed", [passing("holds")])];
  expect(countVitest(report({ testResults }), 1)).toMatchObject({
    passed: 1,
    failed: 1,
    details: [expect.stringContaining("Unhandled Errors")],
  });
  expect(countPlaywright(join(folder, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1, details: [] });
});

const spec = (title: string, status: string, errors: readonly string[] = [], annotations: readonly object[] = []) => ({
  file: "pay/a.e2e.ts",
  title,
  tests: [{ status, annotations, results: [...errors.map((message) => ({ error: { message } })), {}] }],
});

test("a browser test that passed at its second attempt counts as failed, and is listed with its first error", () => {
  const suites = [{ specs: [spec("holds", "expected")], suites: [{ specs: [spec("wavers", "flaky", ["late"])] }] }];
  const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 };
  expect(countPlaywright(report({ stats, suites }), 0)).toEqual({
    passed: 1,
    failed: 1,
    skips: {},
    flaky: 1,
    details: ["e2e/pay/a.e2e.ts › wavers (flaky)\n    late"],
  });
});

test("a skipped browser test needs a cause too, unless one before it failed", () => {
  const cause = [{ type: "skip", description: "no litecoind here" }];
  const caused = { specs: [spec("holds", "expected"), spec("on ltc", "skipped", [], cause)] };
  const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 1 };
  expect(countPlaywright(report({ stats, suites: [caused] }), 0)).toMatchObject({
    failed: 0,
    skips: { "no litecoind here": 1 },
  });
  const unsaid = { specs: [spec("holds", "expected"), spec("silently", "skipped")] };
  expect(countPlaywright(report({ stats, suites: [unsaid] }), 0)).toMatchObject({
    failed: 1,
    details: [expect.stringMatching(/› silently\n.*without a cause/)],
  });
  const red = { specs: [spec("breaks", "unexpected"), spec("comes later", "skipped")] };
  expect(countPlaywright(report({ stats: { ...stats, expected: 0, unexpected: 1 }, suites: [red] }), 1)).toMatchObject({
    failed: 1,
    skips: { "not run after a failure": 1 },
  });
});
