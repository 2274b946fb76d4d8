import { defineConfig } from "@playwright/test";
import { recordPlaywrightWorker } from "../../lib/running-tests.mjs";

recordPlaywrightWorker();

export default defineConfig({
  testDir: ".",
  testMatch: "*.hang-e2e.ts",
  outputDir: "../../../test-results/hangs",
  timeout: 120_000,
  reporter: [["list"], ["../browser-watch-reporter.mjs"]],
});
