import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/kernel/db";
import { seedDemoData } from "@/lib/run/demo-data/seed-demo-data";

/**
 * `npm run demo:data`: writes a year of demo data for a sandbox merchant, and reports what was
 * created and how long it took.
 */
try {
  const { values } = parseArgs({
    options: { invoices: { type: "string", default: "100000" }, merchant: { type: "string" } },
  });
  const demoData = await seedDemoData({ invoices: Number(values.invoices), email: values.merchant ?? null });
  for (const [name, count] of Object.entries(demoData.rows))
    process.stdout.write(`${String(count).padStart(9)} ${name}\n`);
  process.stdout.write(`A year was made in ${(demoData.milliseconds / 1000).toFixed(1)} s.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
