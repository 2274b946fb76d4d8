import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { RUNNING_FOLDER } from "./scripts/lib/running-tests.mjs";
import { readTestSeed } from "./scripts/lib/test-seed.mjs";
import LongFilesFirst from "./scripts/testing/long-files-first.ts";

/**
 * Tests that need PostgreSQL (`db`), or real sandbox nodes and worker processes as well (`chain`);
 * the others start nothing.
 */
const DATABASE_TESTS = "**/*.db.test.ts";
const CHAIN_TESTS = "**/*.chain.test.ts";
const LONG_TESTS = "**/*.long.test.ts";
/** Their daemon needs half a gigabyte and a minute of mining: a separate job. */
const MONERO_TESTS = [
  "lib/chains/monero/**/*.chain.test.ts",
  "lib/run/worker/families/xmr-*.chain.test.ts",
  "lib/run/worker/families/xmr-*.long.test.ts",
  "scripts/lib/sandbox/monero-*.chain.test.ts",
];
/** TEST_TIER=gate excludes what only the full run needs. */
const NOT_NOW = process.env["TEST_TIER"] === "gate" ? ["**/*.full.*"] : [];
const NEVER = [...configDefaults.exclude, "e2e/**", ".next/**", "dist/**", ".data*/**", ...NOT_NOW];

/**
 * Limits for what never happens. How long something takes depends on the machine's load: the pages
 * of one language take a second, or half a minute.
 */
const NEVER_MS = 300_000;
const POLLED_MS = 60_000;

const services = {
  globalSetup: ["scripts/testing/global-setup.mjs"],
  setupFiles: ["lib/testing/fresh-start.ts", "lib/testing/database-setup.ts"],
  testTimeout: NEVER_MS,
  hookTimeout: NEVER_MS,
};

export default defineConfig({
  resolve: {
    alias: {
      "@node-rs/argon2": fileURLToPath(new URL("lib/testing/light-argon2.ts", import.meta.url)),
      "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, ""),
    },
  },
  test: {
    environment: "node",
    pool: "forks",
    // One for each of two cores: with three, every file takes longer and so does the whole run.
    maxWorkers: 2,
    restoreMocks: true,
    reporters: ["default", "./scripts/testing/run-reporter.mjs"],
    sequence: { sequencer: LongFilesFirst },
    expect: { poll: { timeout: POLLED_MS } },
    env: {
      SANDBOX: "true",
      LOG_LEVEL: "silent",
      BASE_URL: "http://127.0.0.1:3000",
      DATABASE_URL: "postgresql://unused:unused@127.0.0.1:1/unused",
      SECRET_KEY: "11".repeat(32),
      AUTH_SECRET: "22".repeat(32),
      WEBHOOK_ALLOW_PRIVATE: "true",
      TZ: "UTC",
      RUNNING_FOLDER,
      TEST_SEED: String(readTestSeed()),
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...NEVER, DATABASE_TESTS, CHAIN_TESTS, LONG_TESTS],
          setupFiles: ["lib/testing/fresh-start.ts"],
          testTimeout: NEVER_MS,
          isolate: false,
        },
      },
      {
        extends: true,
        // Starting a process and warming up its database client would take longer than most of
        // these files.
        test: { name: "services", include: [DATABASE_TESTS], exclude: NEVER, ...services, isolate: false },
      },
      {
        extends: true,
        // They mostly wait for nodes and processes: three at once, after the others.
        test: {
          name: "chains",
          include: [CHAIN_TESTS],
          exclude: [...NEVER, ...MONERO_TESTS],
          ...services,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "monero",
          include: MONERO_TESTS,
          exclude: NEVER,
          ...services,
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: [LONG_TESTS],
          exclude: [...NEVER, ...MONERO_TESTS],
          ...services,
          testTimeout: 1_800_000,
        },
      },
    ],
  },
});
