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

const failing = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 2,
  testResults: [
    {
      name: `${ROOT}/lib/a.test.ts`,
      status: "failed",
      assertionResults: [
        { fullName: "holds", status: "passed", failureMessages: [] },
        { fullName: "breaks", status: "failed", failureMessages: ["\u001b[31mexpected 1\u001b[39m\n\n  to be 2"] },
      ],
    },
    { name: `${ROOT}/lib/b.test.ts`, status: "failed", message: "no such module", assertionResults: [] },
  ],
};

test("what failed is named with its error, and a file that cannot be loaded is a failure of its own", () => {
  expect(countVitest(report(failing), 1)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    details: [
      "lib/a.test.ts › breaks\n    expected 1\n    to be 2",
      "lib/b.test.ts › the file itself\n    no such module",
    ],
  });
});

test("a runner that ran nothing, left no report or says that it failed is a failure", () => {
  const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  expect(countVitest(report(nothing), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(join(folder, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(report({ ...nothing, numPassedTests: 5 }), 1)).toMatchObject({
    passed: 5,
    failed: 1,
    details: [expect.stringContaining("Unhandled Errors")],
  });
  expect(countPlaywright(join(folder, "none.json"), 0)).toMatchObject({ passed: 0, failed: 1, details: [] });
});

test("a browser test that passed at its second try is named too, with why it failed at the first", () => {
  const spec = (title: string, status: string, errors: readonly string[]) => ({
    file: "pay/a.e2e.ts",
    title,
    tests: [{ status, results: [...errors.map((message) => ({ error: { message } })), {}] }],
  });
  const suites = [{ specs: [spec("holds", "expected", [])], suites: [{ specs: [spec("wavers", "flaky", ["late"])] }] }];
  const stats = { expected: 1, unexpected: 0, flaky: 1, skipped: 0 };
  expect(countPlaywright(report({ stats, suites }), 0)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    flaky: 1,
    details: ["e2e/pay/a.e2e.ts › wavers (flaky)\n    late"],
  });
});
