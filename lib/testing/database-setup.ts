import { afterAll } from "vitest";

/**
 * Vitest runs this before each test file of the kinds `db`, `chain` and `long`, after
 * fresh-start.ts.
 */
const { useTestDatabase } = await import("@/lib/testing/database");
const dropDatabase = await useTestDatabase();
afterAll(async () => {
  // The next file in this process opens its own connections.
  const { closeDatabase } = await import("@/lib/kernel/db");
  await closeDatabase();
  await dropDatabase();
});
