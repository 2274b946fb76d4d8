import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests that need PostgreSQL (`db`) or real sandbox nodes (`chain`); the others are pure and start nothing. */
const SERVICE_TESTS = "**/*.{db,chain}.test.ts";
const LONG_TESTS = "**/*.long.test.ts";
const NEVER = [...configDefaults.exclude, "e2e/**", ".next/**", "dist/**", ".data*/**"];

const services = {
  globalSetup: ["scripts/testing/global-setup.mjs"],
  setupFiles: ["lib/testing/database-setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    restoreMocks: true,
    env: {
      SANDBOX: "true",
      LOG_LEVEL: "silent",
      BASE_URL: "http://127.0.0.1:3000",
      DATABASE_URL: "postgresql://unused:unused@127.0.0.1:1/unused",
      SECRET_KEY: "11".repeat(32),
      AUTH_SECRET: "22".repeat(32),
      WEBHOOK_ALLOW_PRIVATE: "true",
      TZ: "UTC",
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...NEVER, SERVICE_TESTS, LONG_TESTS],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: "services", include: [SERVICE_TESTS], exclude: [...NEVER, LONG_TESTS], ...services },
      },
      {
        extends: true,
        test: { name: "long", include: [LONG_TESTS], exclude: NEVER, ...services, testTimeout: 1_800_000 },
      },
    ],
  },
});
