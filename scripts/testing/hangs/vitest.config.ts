import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { RUNNING_FOLDER } from "../../lib/running-tests.mjs";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** Test files that hang, each in its own way: run-reporter.full.test.ts runs them. */
export default defineConfig({
  root: ROOT,
  resolve: { alias: { "@": ROOT } },
  test: {
    include: ["scripts/testing/hangs/*.hang.ts"],
    pool: "forks",
    maxWorkers: 4,
    setupFiles: ["lib/testing/fresh-start.ts"],
    reporters: ["./scripts/testing/run-reporter.mjs"],
    env: { RUNNING_FOLDER },
    testTimeout: 300_000,
  },
});
