#!/usr/bin/env node
/**
 * The command that starts one emulator. It prints `{"port":N}` when the emulator is ready, and
 * exits cleanly on SIGTERM or SIGINT.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readCount } from "./options.mjs";

const USAGE = `node scripts/emulators/bin.mjs tron | solana | ton [options]

  --port N            port on 127.0.0.1; 0, the default, takes a free one
  --state FILE        where the chain is kept; without it a new chain begins at every start
  --manual            blocks come by POST /sandbox/mine only

tron
  --solid N           how many blocks the newest final block is below the head (1)
  --estimate-energy   answer estimateenergy, which public nodes refuse

solana
  --confirmed N       how many blocks a confirmed block is below the head (0)
  --finalized N       how many blocks a finalized block is below the head (1)
  --keep N            how many blocks are kept (20000)
  --idle-ms N         time between blocks without transactions (5000)

ton
  --spread, --no-spread   whether each step of a chain of messages takes a block of its own (yes, unless --manual)`;

const NAMES = ["tron", "solana", "ton"];
const COMMON = {
  port: { type: "string", default: "0" },
  state: { type: "string" },
  manual: { type: "boolean", default: false },
};

/**
 * Each emulator's `start` takes the options and returns `{ port, stop }`; its `OPTIONS` are those
 * it has besides the common ones.
 */
async function startEmulator(name, args) {
  const { OPTIONS, start } = await import(`./${name}/start.mjs`);
  const { values } = parseArgs({ args, allowNegative: true, options: { ...COMMON, ...OPTIONS } });
  const state = values.state === undefined ? null : resolve(values.state);
  return start({ ...values, state, port: readCount(values, "port") });
}

const [name, ...args] = process.argv.slice(2);
if ([name, ...args].includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
if (!NAMES.includes(name)) {
  console.error(`${name === undefined ? "" : `There is no emulator "${name}".\n\n`}${USAGE}`);
  process.exit(2);
}

/** A second signal must not interrupt writing the state. */
function stopOnSignals(stop) {
  let isStopping = false;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      await stop();
      process.exit(0);
    });
  }
}

try {
  const { port, stop } = await startEmulator(name, args);
  stopOnSignals(stop);
  console.log(JSON.stringify({ port }));
} catch (error) {
  console.error(error);
  process.exit(1);
}
