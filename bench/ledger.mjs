#!/usr/bin/env node
/**
 * `npm run bench -- ledger [--rounds 5] [--seconds 2]`: journal entries a second by `postEntry`, on
 * accounts of 1,000 merchants and on those of one, beside the same SQL sent by bare `pg` (the
 * floor), interleaved, 16 at once, each committed to disk. Prints medians, ranges and ratios; the
 * last line is the result as JSON.
 */
import { parseArgs } from "node:util";
import { runInScratchDatabase } from "./lib/scratch-program.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "2" } },
});
process.exitCode = await runInScratchDatabase("measure-ledger", [values.rounds, values.seconds], { isDurable: true });
