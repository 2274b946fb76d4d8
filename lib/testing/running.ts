import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { recordRunning } from "@/scripts/lib/running-tests.mjs";

/**
 * Tells the watchdog of a run what this process does, so that a hang has a name even while the
 * event loop is blocked.
 */
export function recordRunningTest(): void {
  // biome-ignore lint/style/noProcessEnv: vitest.config.ts names the folder, no operator does
  const folder = process.env["RUNNING_FOLDER"];
  const file = expect.getState().testPath;
  // Another reporter was asked for, which watches nothing.
  if (folder === undefined || file === undefined || !existsSync(folder)) return;
  recordRunning(folder, file, null);
  beforeEach(({ task }) => recordRunning(folder, file, task.fullTestName));
  afterEach(() => recordRunning(folder, file, null));
  // What a setup file registers first runs last.
  afterAll(() => recordRunning(folder, null, null));
}
