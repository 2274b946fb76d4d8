/**
 * Reads from a runner's JSON report how many tests it has run, which failed, and why others were
 * skipped. A run that executed nothing is a failure.
 */
import { relative } from "node:path";
import { ROOT, readJson } from "./paths.mjs";

/** Lines of an error's message in the final list: what was expected and what was found. */
const LINES_MAX = 6;

const SKIPPED = "it was skipped without a cause: see lib/testing/unless.ts";
const OUTSIDE = 'look above for "Unhandled Errors", or for why nothing ran';

/**
 * The causes of tests that were skipped because something before them had failed, and of those
 * without a cause, which are failures.
 */
const AFTER_FAILURE = "not run after a failure";
const NO_CAUSE = "without a cause";

/**
 * Returns `passed`, `failed` and how often each cause of `causes` occurs. At least one failure if
 * the runner's exit code reports one.
 */
function judge({ passed, failed, causes }, exitCode) {
  const skips = {};
  for (const cause of causes) skips[cause] = (skips[cause] ?? 0) + 1;
  const faults = failed + (skips[NO_CAUSE] ?? 0);
  const isSilent = faults === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : faults, skips };
}

/**
 * A file that could not be loaded, or in which a test never ended, counts as one failure each; so
 * does a skipped test without a cause.
 */
export function countVitest(reportFile, exitCode) {
  const files = readJson(reportFile)?.testResults ?? [];
  const named = (status) =>
    files.flatMap((file) =>
      file.assertionResults.filter((test) => test.status === status).map((test) => ({ file, test })),
    );
  const failures = named("failed");
  const broken = files.filter((file) => file.status === "failed" && failures.every((failure) => failure.file !== file));
  const hung = files.filter(
    ({ status, assertionResults }) =>
      status === "passed" &&
      (assertionResults.length === 0 || assertionResults.some((test) => test.status === "pending")),
  );
  const skipped = [...named("skipped"), ...named("todo")].map(({ file, test }) => ({
    ...{ file, test },
    cause: test.meta?.skipped ?? (file.status === "failed" ? AFTER_FAILURE : NO_CAUSE),
  }));
  const failed = failures.length + broken.length + hung.length;
  const counts = judge({ passed: named("passed").length, failed, causes: skipped.map(({ cause }) => cause) }, exitCode);
  const isExplained = failed > 0 || NO_CAUSE in counts.skips;
  const details = [
    ...failures.map(({ file, test }) => summarise(file.name, test.fullName, test.failureMessages[0])),
    ...broken.map(({ name, message }) => summarise(name, "the file itself", message)),
    ...hung.map(({ name }) => summarise(name, "the file itself", 'it did not end: look above for "HANG"')),
    ...skipped
      .filter(({ cause }) => cause === NO_CAUSE)
      .map(({ file, test }) => summarise(file.name, test.fullName, SKIPPED)),
    ...(counts.failed > 0 && !isExplained ? [`no test of it failed, its exit code is ${exitCode}: ${OUTSIDE}`] : []),
  ];
  return { ...counts, details };
}

/**
 * On a CI machine a failed browser test is retried once. One that passes then is flaky, which
 * counts as failed: a red run has a bug, in the product or in the test.
 */
export function countPlaywright(reportFile, exitCode) {
  const report = readJson(reportFile);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  const suites = report?.suites ?? [];
  const causes = suites.flatMap(skippedSpecs).map((spec) => spec.cause ?? (unexpected > 0 ? AFTER_FAILURE : NO_CAUSE));
  const counts = judge({ passed: expected, failed: unexpected + flaky, causes }, exitCode);
  const unsaid =
    NO_CAUSE in counts.skips ? suites.flatMap(skippedSpecs).filter(({ cause }) => cause === undefined) : [];
  const details = [
    ...suites.flatMap(failedSpecs),
    ...unsaid.map(({ file, title }) => summarise(`e2e/${file}`, title, SKIPPED)),
  ];
  return { ...counts, flaky, details };
}

/** Returns what was skipped in a suite and its subsuites, with the test's cause, if any. */
function skippedSpecs({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "skipped")
      .map(({ annotations = [] }) => ({
        ...{ file, title },
        cause: annotations.find(({ type }) => type === "skip")?.description,
      })),
  );
  return [...own, ...suites.flatMap(skippedSpecs)];
}

/** Returns what failed in a suite and its subsuites, and what passed only at its second attempt. */
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

/**
 * Formats a test with the first lines of its error, which would be hard to find among thousands of
 * lines above.
 */
function summarise(file, title, message = "") {
  const place = file.startsWith(ROOT) ? relative(ROOT, file) : file;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours of a terminal begin with one
  const lines = message.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
  const shown = lines.filter((line) => line.trim() !== "").slice(0, LINES_MAX);
  return [`${place} › ${title}`, ...shown.map((line) => `    ${line.trim()}`)].join("\n");
}
