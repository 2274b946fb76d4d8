import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { recordRunning } from "@/scripts/lib/running-tests.mjs";

/**
 * Reports to the run's watchdog what this process is doing, so that a hang can be attributed even
 * while the event loop is blocked.
 */
export function recordRunningTest(): void {
  // biome-ignore lint/style/noProcessEnv: vitest.config.ts names the folder, no operator does
  const folder = process.env["RUNNING_FOLDER"];
  const file = expect.getState().testPath;
  // Another reporter was selected, which has no watchdog.
  if (folder === undefined || file === undefined || !existsSync(folder)) return;
  recordRunning(folder, file, null);
  beforeEach(({ task }) => recordRunning(folder, file, task.fullTestName));
  afterEach(() => recordRunning(folder, file, null));
  // A hook that a setup file registers first runs last.
  afterAll(() => recordRunning(folder, null, null));
}
