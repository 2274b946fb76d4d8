import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { noteRunning } from "@/scripts/lib/running-tests.mjs";

/** Tells the watchdog of a run what this process does, so that a hang has a name even while the event loop is blocked. */
export function noteWhatRuns(): void {
  // biome-ignore lint/style/noProcessEnv: vitest.config.ts names the folder, no operator does
  const folder = process.env["RUNNING_FOLDER"];
  const file = expect.getState().testPath;
  // Another reporter was asked for, which watches nothing.
  if (folder === undefined || file === undefined || !existsSync(folder)) return;
  noteRunning(folder, file, null);
  beforeEach(({ task }) => noteRunning(folder, file, task.fullTestName));
  afterEach(() => noteRunning(folder, file, null));
  // What a setup file registers first runs last.
  afterAll(() => noteRunning(folder, null, null));
}
