/** Reads how many tests a runner has run from its JSON report. A run that executed nothing is a failure. */
import { readJson } from "./paths.mjs";

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
  return judge({ passed: report.numPassedTests, failed, skipped: report.numPendingTests }, exitCode);
}

/**
 * On a machine of continuous integration a browser test that failed is tried once more. One that passes then counts as passed and
 * as flaky, and the sums at the end say so.
 */
export function countPlaywright(reportFile, exitCode) {
  const stats = readJson(reportFile)?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  const { expected, unexpected: failed, flaky, skipped } = stats;
  return { ...judge({ passed: expected + flaky, failed, skipped }, exitCode), flaky };
}
