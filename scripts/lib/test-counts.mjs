/** Reads from a runner's JSON report how many tests it has run and which failed. A run that executed nothing is a failure. */
import { relative } from "node:path";
import { ROOT, readJson } from "./paths.mjs";

/** Of an error's words, for the list at the end: what was expected and what was there. */
const LINES_MAX = 6;

const OUTSIDE = 'look above for "Unhandled Errors", or for why nothing ran';

/** At least one failure when the runner says so by its exit code, whatever its report counts. */
function judge({ passed, failed, skipped }, exitCode) {
  const isSilent = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed, skipped };
}

/** Files that could not even be loaded count as one failure each. */
export function countVitest(reportFile, exitCode) {
  const report = readJson(reportFile) ?? { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  const failed = report.numFailedTests + broken.length;
  const details = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => summarise(name, fullName, failureMessages[0])),
  );
  const notLoaded = broken.map(({ name, message }) => summarise(name, "the file itself", message));
  const counts = judge({ passed: report.numPassedTests, failed, skipped: report.numPendingTests }, exitCode);
  const outside = counts.failed > failed ? [`no test of it failed, its exit code is ${exitCode}: ${OUTSIDE}`] : [];
  return { ...counts, details: [...details, ...notLoaded, ...outside] };
}

/**
 * On a machine of continuous integration a browser test that failed is tried once more. One that passes then counts as passed and
 * as flaky, and the sums at the end say so.
 */
export function countPlaywright(reportFile, exitCode) {
  const report = readJson(reportFile);
  const { expected, unexpected, flaky, skipped } = report?.stats ?? {
    expected: 0,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  };
  const counts = judge({ passed: expected + flaky, failed: unexpected, skipped }, exitCode);
  return { ...counts, flaky, details: (report?.suites ?? []).flatMap(failedSpecs) };
}

/** Of a suite and the suites in it: what failed, and what passed only at its second try. */
function failedSpecs({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const error = results.find(({ error }) => error !== undefined)?.error.message;
        return summarise(`e2e/${file}`, status === "flaky" ? `${title} (flaky)` : title, error);
      }),
  );
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** A test with the first lines of its error, which nobody finds again among thousands of lines above. */
function summarise(file, title, message = "") {
  const place = file.startsWith(ROOT) ? relative(ROOT, file) : file;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
  const lines = message.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  const shown = lines.filter((line) => line.trim() !== "").slice(0, LINES_MAX);
  return [`${place} › ${title}`, ...shown.map((line) => `    ${line.trim()}`)].join("\n");
}
