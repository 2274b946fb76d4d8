import { defineConfig } from "@playwright/test";
import { notePlaywrightWorker } from "../../lib/running-tests.mjs";

notePlaywrightWorker();

export default defineConfig({
  testDir: ".",
  testMatch: "*.hang-e2e.ts",
  outputDir: "../../../test-results/hangs",
  timeout: 120_000,
  reporter: [["list"], ["../browser-watch-reporter.mjs"]],
});
