import { closeDatabase } from "@/lib/db";
import { runAudit } from "@/lib/ledger/audit";

/** `npm run audit`: recomputes the books and compares custody with the chains. Exit code 1 when anything differs. */
try {
  const report = await runAudit();
  for (const line of report.passed) process.stdout.write(`ok    ${line}\n`);
  for (const line of report.skipped) process.stdout.write(`skip  ${line}\n`);
  for (const line of report.differences) process.stdout.write(`WRONG ${line}\n`);
  process.stdout.write(`${report.compared} addresses and coins were compared with nodes.\n`);
  process.stdout.write(
    report.differences.length === 0 ? "The books are clean.\n" : `${report.differences.length} differences\n`,
  );
  process.exitCode = report.differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
} finally {
  await closeDatabase();
}
