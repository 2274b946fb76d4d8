import fc from "fast-check";
import { vi } from "vitest";
import { recordRunningTest } from "@/lib/testing/running";
import { readTestSeed } from "@/scripts/lib/test-seed.mjs";

/**
 * Vitest runs this before each test file. Files share a process, and therefore the state of
 * packages (above all the database client's query compiler, which is slow until it is warm); the
 * project's own modules, the settings and the clock are reset for each file. A file that mocks a
 * module must restore it (`vi.doUnmock`), which mocks-given-back.test.ts checks.
 */
const SETTINGS = Symbol.for("settings at the start of this process");

recordRunningTest();
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
restoreSettings();
vi.resetModules();
// The seed that fast-check prints for a failure is TEST_SEED.
fc.configureGlobal({ seed: readTestSeed() });

/** Some files change settings that lib/kernel/env.ts reads. */
function restoreSettings(): void {
  // biome-ignore lint/style/noProcessEnv: settings are what this is about
  const settings = process.env;
  const first = Reflect.get(globalThis, SETTINGS) as NodeJS.ProcessEnv | undefined;
  if (first === undefined) {
    Reflect.set(globalThis, SETTINGS, { ...settings });
    return;
  }
  for (const name of Object.keys(settings)) if (!(name in first)) delete settings[name];
  Object.assign(settings, first);
}
