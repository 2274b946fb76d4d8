import { runSeedExport } from "@/lib/custody/run-seed-export";
import { readSeedKeys } from "@/lib/custody/seed-key";
import { closeDatabase } from "@/lib/kernel/db";

try {
  const terminal = { input: process.stdin, output: process.stdout, errors: process.stderr };
  process.exitCode = await runSeedExport(process.argv.slice(2), readSeedKeys(), terminal);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
