import fc from "fast-check";
import { vi } from "vitest";
import { recordRunningTest } from "@/lib/testing/running";
import { readTestSeed } from "@/scripts/lib/test-seed.mjs";

/**
 * Vitest runs this before each test file. Files share a process, and with it what packages keep in
 * memory (the database client's query compiler above all, which is slow until it is warm); our own
 * modules, the settings and the clock are new for each of them. A module that a file mocks is the
 * file's own to give back (`vi.doUnmock`): mocks-given-back.test.ts sees to it.
 */
const SETTINGS = Symbol.for("settings at the start of this process");

recordRunningTest();
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
restoreSettings();
vi.resetModules();
// What fast-check prints as the seed of a failure is TEST_SEED.
fc.configureGlobal({ seed: readTestSeed() });

/** Some files set what lib/kernel/env.ts will read. */
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
