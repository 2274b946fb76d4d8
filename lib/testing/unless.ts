import { suite, type TestContext, type TestFunction, type TestOptions, test } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why it is skipped: `npm test` counts skipped tests by cause, and fails where there is none. */
    skipped?: string;
  }
}

/** What this machine lacks for a test, as it reads after "17 skipped:", such as "no php here"; null when nothing is missing. */
export type Lack = string | null;

const optionsOf = (lack: Lack): TestOptions => (lack === null ? {} : { skip: true, meta: { skipped: lack } });

/** `describe`, skipped with its cause where the machine lacks something. What a chain or a language cannot have is no test: leave it out. */
export function describeUnless(lack: Lack): (name: string, body: () => void) => void {
  return (name, body) => void suite(name, optionsOf(lack), body);
}

/** `test`, skipped with its cause where the machine lacks something. */
export function testUnless(lack: Lack): (name: string, body: TestFunction, timeoutMs?: number) => void {
  return (name, body, timeoutMs) =>
    test(name, { ...optionsOf(lack), ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) }, body);
}

/** Skips the test that runs, with its cause, where something turned out to be missing. */
export function skipUnless({ task, skip }: Pick<TestContext, "task" | "skip">, lack: Lack): void {
  if (lack === null) return;
  task.meta.skipped = lack;
  skip(lack);
}
