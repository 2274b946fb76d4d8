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

/** A flaky test has failed once: it counts as failed. */
export function countPlaywright(reportFile, exitCode) {
  const stats = readJson(reportFile)?.stats ?? { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  return judge({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, exitCode);
}
