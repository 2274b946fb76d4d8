import { readFileSync } from "node:fs";
import { chromium, defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/lib/browser.mjs";
import { recordPlaywrightWorker } from "./scripts/lib/running-tests.mjs";

const sandboxFile = process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json";

/** These tests create and pay invoices: they run only against a gateway on this machine. */
function readBaseUrl(): string {
  const { baseUrl }: { baseUrl: string } = JSON.parse(readFileSync(sandboxFile, "utf8"));
  const { hostname } = new URL(baseUrl);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error(`${baseUrl} is not on this machine`);
  return baseUrl;
}

const browser = await findBrowser(chromium.executablePath());

recordPlaywrightWorker();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  forbidOnly: true,
  // A test that passes only on its second attempt is printed as flaky and counts as failed; the
  // second attempt distinguishes it from a regression.
  retries: process.env["CI"] ? 1 : 0,
  // The tests mostly wait for the chains, for jobs and for polling pages; they compute little.
  workers: 3,
  // Limits for what never happens. Ten chains, their worker, pages and browsers may share two
  // cores; speed is measured by the benchmarks.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: "test-results/e2e.json" }],
    ["./scripts/testing/browser-watch-reporter.mjs"],
  ],
  use: {
    baseURL: readBaseUrl(),
    browserName: "chromium",
    launchOptions: browser,
    screenshot: "only-on-failure",
    // A trace copies every page at every step, which costs as much as the step. To debug a failure:
    // --trace retain-on-failure.
    trace: "off",
    locale: "en-GB",
    timezoneId: "UTC",
  },
  projects: [
    // The main journey compares a balance to the last digit, so nothing else may pay into that
    // wallet meanwhile.
    { name: "main", testMatch: "**/*.main.ts" },
    // The gate: npm test. Details of journeys, and the checks across all pages, are in `full`: npm
    // test -- --all runs both.
    {
      name: "browser",
      testMatch: "**/*.e2e.ts",
      testIgnore: ["**/*.full.e2e.ts", "**/*.long.e2e.ts"],
      dependencies: ["main"],
    },
    { name: "full", testMatch: "**/*.full.e2e.ts", dependencies: ["main"] },
    { name: "long", testMatch: "**/*.long.e2e.ts" },
    { name: "shots", testMatch: "shots/**/*.shots.ts" },
  ],
});
