#!/usr/bin/env node
/**
 * `npm run bench -- partitions [--rows 5000000] [--months 60]`: fills copies of the audit log and
 * of the attempts of webhooks, plain and partitioned by month, and prints what pages, inserts,
 * vacuum and the clearing of a month take on each (docs/decisions/0068-tables-that-grow.md).
 */
import { parseArgs } from "node:util";
import { runInScratchDatabase } from "./lib/scratch-program.mjs";

const { values } = parseArgs({
  options: { rows: { type: "string", default: "5000000" }, months: { type: "string", default: "60" } },
});
const { rows, months } = values;
process.exitCode = await runInScratchDatabase("measure-partitions", [rows, months], { isDurable: true });
