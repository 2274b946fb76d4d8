import { suite, type TestContext, type TestFunction, type TestOptions, test } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /**
     * Why it is skipped: `npm test` counts skipped tests by cause, and fails for any without one.
     */
    skipped?: string;
  }
}

/**
 * What this machine lacks for a test, worded to follow "17 skipped:", such as "no php here"; null
 * when nothing is missing.
 */
export type MissingRequirement = string | null;

const optionsOf = (missing: MissingRequirement): TestOptions =>
  missing === null ? {} : { skip: true, meta: { skipped: missing } };

/**
 * `describe`, skipped with its cause if the machine lacks something. Do not use it for features
 * that a chain or a language cannot have: leave out the test instead.
 */
export function describeUnless(missing: MissingRequirement): (name: string, body: () => void) => void {
  return (name, body) => void suite(name, optionsOf(missing), body);
}

/** `test`, skipped with its cause if the machine lacks something. */
export function testUnless(
  missing: MissingRequirement,
): (name: string, body: TestFunction, timeoutMs?: number) => void {
  return (name, body, timeoutMs) =>
    test(name, { ...optionsOf(missing), ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) }, body);
}

/** Skips the running test, with its cause, if something turned out to be missing. */
export function skipUnless({ task, skip }: Pick<TestContext, "task" | "skip">, missing: MissingRequirement): void {
  if (missing === null) return;
  task.meta.skipped = missing;
  skip(missing);
}
