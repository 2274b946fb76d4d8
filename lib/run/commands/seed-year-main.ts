import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/kernel/db";
import { seedYear } from "@/lib/run/demo-data/seed-year";

/** `npm run seed:year`: makes up a year of a sandbox's merchant, and says what was made and how long it took. */
try {
  const { values } = parseArgs({
    options: { invoices: { type: "string", default: "100000" }, merchant: { type: "string" } },
  });
  const year = await seedYear({ invoices: Number(values.invoices), email: values.merchant ?? null });
  for (const [name, count] of Object.entries(year.rows)) process.stdout.write(`${String(count).padStart(9)} ${name}\n`);
  process.stdout.write(`A year was made in ${(year.milliseconds / 1000).toFixed(1)} s.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeDatabase();
}
