import { closeDatabase } from "@/lib/db";
import { seedSandbox } from "@/lib/sandbox/seed-sandbox";

/** Run by `npm run up` after the migrations: fills the catalog and makes the demo merchant. */
try {
  await seedSandbox();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
