#!/usr/bin/env node
/**
 * `npm run bench -- watch [--addresses 1000000] [--transfers 5000] [--rounds 5]`: how long it takes
 * to record one block with so many transfers to invoices among so many watched addresses, with how
 * much memory, and how many ordinary blocks a second a backlog is read at. The chain is generated
 * in the same process; PostgreSQL commits to disk. The last line is the result as JSON.
 */
import { parseArgs } from "node:util";
import { runInScratchDatabase } from "./lib/scratch-program.mjs";

const { values } = parseArgs({
  options: {
    addresses: { type: "string", default: "1000000" },
    transfers: { type: "string", default: "5000" },
    rounds: { type: "string", default: "5" },
  },
});
const { addresses, transfers, rounds } = values;
// As `npm run worker` starts the worker.
const flags = ["--max-semi-space-size=8", "--heap-growing-percent=20"];
process.exitCode = await runInScratchDatabase("measure-watch", [addresses, transfers, rounds], {
  isDurable: true,
  flags,
});
