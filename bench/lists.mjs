#!/usr/bin/env node
/**
 * `npm run bench -- lists [--invoices 100000] [--postings N] [--folder DIR] [--only TEXT]`:
 * generates a year of data in a database of its own and measures every filter and search of the
 * lists, details, statements and logs; then the export of all invoices with the most memory that it
 * took, the size of the database, the audit, and the audit of a day. `--postings`: entries of other
 * shops are added until there are about so many. `--folder`: the database is kept there, and the
 * next run measures the same data. `--only`: only the lines whose names contain the text.
 *
 * Prints median and 99th percentile of each line; exit code 1 when one of the latter is over 150
 * ms.
 */
import { parseArgs } from "node:util";
import { runInScratchDatabase } from "./lib/scratch-program.mjs";

const { values } = parseArgs({
  options: {
    invoices: { type: "string", default: "100000" },
    postings: { type: "string", default: "0" },
    folder: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const { invoices, postings, folder, only } = values;
process.exitCode = await runInScratchDatabase("measure-lists", [invoices, postings, only], { folder });
