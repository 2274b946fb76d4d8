/** The flags of `npm test`. */
import { parseArgs } from "node:util";

export const USAGE = `usage: npm test [-- flags]

  (none)       the gate: what every change must pass, at most ten minutes on two cores
  --all        everything but the tests of full size, at most 25 minutes on two cores
  --long       everything, the tests of full size and Monero's (npm run test:long)
  --shard I/N  part I of N of the tests, for N machines that share one run
  --help       this text`;

const SHARD = /^([1-9]\d?)\/([1-9]\d?)$/;

function parseShard(text) {
  const [, index, count] = SHARD.exec(text) ?? [];
  if (Number(index) <= Number(count)) return { index: Number(index), count: Number(count) };
  throw new Error(`--shard ${text}: expected I/N with I from 1 to N, such as 1/3`);
}

/**
 * Parses the flags. `tier` is "gate", "all" or "long". @throws Error with one sentence if a flag is
 * unknown or has an invalid value
 */
export function parseTestOptions(args) {
  const { values } = parseArgs({
    args,
    strict: true,
    options: {
      all: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      shard: { type: "string", default: "1/1" },
      help: { type: "boolean", default: false },
    },
  });
  const wide = values.all ? "all" : "gate";
  return { tier: values.long ? "long" : wide, shard: parseShard(values.shard), help: values.help };
}
