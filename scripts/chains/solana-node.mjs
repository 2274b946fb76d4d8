/**
 * The sandbox's Solana node: a JSON-RPC front of our own over litesvm, which executes transactions with the real runtime.
 *
 * node scripts/chains/solana-node.mjs --port 0 --state FILE [--manual] [--confirmed N] [--finalized N] [--keep N] [--idle-ms N]
 *
 * Writes one line of JSON, `{"port":N}`, when it is ready; see solana/control.mjs for the calls that drive it. Without
 * `--manual` a block comes within 250 ms of a transaction and else every 5 seconds (`--idle-ms`), and every tenth slot stays empty; with it
 * blocks come only by `POST /sandbox/mine`, in slots one after another unless that call asks to skip some.
 */
import { parseArgs } from "node:util";
import { listen } from "./solana/http-server.mjs";
import { createNode } from "./solana/node.mjs";
import { loadState, saveState } from "./solana/state-file.mjs";

const SAVE_MS = 30_000;
const IDLE_BLOCK_MS = 5_000;
const BUSY_BLOCK_MS = 150;
/** In automatic mode each such slot has no block, as now and then on the network. */
const SKIP_EVERY = 10;

/** A day of blocks every five seconds, and some 200 MB of transactions: the oldest are forgotten beyond either. */
const KEEP_BLOCKS = 20_000;
const KEEP_TRANSACTIONS = 20_000;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    state: { type: "string" },
    manual: { type: "boolean", default: false },
    confirmed: { type: "string", default: "0" },
    finalized: { type: "string", default: "1" },
    keep: { type: "string", default: String(KEEP_BLOCKS) },
    "idle-ms": { type: "string", default: String(IDLE_BLOCK_MS) },
  },
});

/** Makes blocks by the clock: soon after a transaction came, and every few seconds when none does. */
function keepMaking(node, idleMs) {
  let timer;
  const plan = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(make, delay);
  };
  let isSoon = false;
  function make() {
    isSoon = false;
    node.producer.mine(1);
    plan(idleMs);
  }
  node.onReceive(() => {
    if (isSoon) return;
    isSoon = true;
    plan(BUSY_BLOCK_MS);
  });
  plan(0);
  return () => clearTimeout(timer);
}

function keepSaving(node, file) {
  const save = () => saveState(file, node.save());
  // A folder that cannot be written to is found out at the start; later trouble must not end a node that works.
  save();
  const timer = setInterval(() => {
    try {
      save();
    } catch (error) {
      process.stderr.write(`The state was not saved: ${error.message}\n`);
    }
  }, SAVE_MS);
  return () => {
    clearInterval(timer);
    save();
  };
}

function readCount(name) {
  if (/^[0-9]{1,8}$/.test(values[name])) return Number(values[name]);
  throw new Error(`--${name} must be a whole number, not ${values[name]}`);
}

async function main() {
  const options = {
    confirmedLag: readCount("confirmed"),
    finalizedLag: Math.max(readCount("finalized"), readCount("confirmed")),
    keepBlocks: readCount("keep"),
    keepTransactions: KEEP_TRANSACTIONS,
    skipEvery: values.manual ? 0 : SKIP_EVERY,
  };
  const node = createNode(options, values.state === undefined ? undefined : loadState(values.state));
  const finishSaving = values.state === undefined ? () => {} : keepSaving(node, values.state);
  const stopMaking = values.manual ? () => {} : keepMaking(node, readCount("idle-ms"));
  const server = await listen(node, readCount("port"));
  const stop = async () => {
    stopMaking();
    await server.close();
    finishSaving();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void stop());
  process.stdout.write(`${JSON.stringify({ port: server.port })}\n`);
}

await main();
