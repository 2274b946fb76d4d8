#!/usr/bin/env node
/**
 * `npm run bench -- lists [--invoices 100000]`: generates a year of data in a database of its own,
 * and measures every filter and search of the lists, and the export of all invoices with the most
 * memory that it took, the size of the database, and the audit. Prints median and worst of each;
 * exit code 1 when a median is over 300 ms.
 */
import { parseArgs } from "node:util";
import { runInScratchDatabase } from "./lib/scratch-program.mjs";

const { values } = parseArgs({ options: { invoices: { type: "string", default: "100000" } } });
process.exitCode = await runInScratchDatabase("measure-lists", [values.invoices]);
