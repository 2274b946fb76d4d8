/**
 * The Solana emulator: a JSON-RPC server over litesvm, which executes transactions with the
 * network's own runtime.
 */
import { readCount } from "../options.mjs";
import { listen } from "./http-server.mjs";
import { createNode } from "./node.mjs";
import { loadState, saveState } from "./state-file.mjs";

const SAVE_MS = 30_000;
const IDLE_BLOCK_MS = 5_000;
const BUSY_BLOCK_MS = 150;
/** In automatic mode every such slot has no block, as happens on the network now and then. */
const SKIP_EVERY = 10;

/**
 * A day of blocks every five seconds, and some 200 MB of transactions: the oldest are discarded
 * beyond either.
 */
const KEEP_BLOCKS = 20_000;
const KEEP_TRANSACTIONS = 20_000;

export const OPTIONS = {
  confirmed: { type: "string", default: "0" },
  finalized: { type: "string", default: "1" },
  keep: { type: "string", default: String(KEEP_BLOCKS) },
  "idle-ms": { type: "string", default: String(IDLE_BLOCK_MS) },
};

/**
 * Produces blocks by the clock: soon after a transaction arrived, and every few seconds without
 * one.
 */
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
  // A folder that is not writable is detected at the start; later write errors must not end a
  // working node.
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

/**
 * Without `manual` a block follows a transaction within 250 ms, and every tenth slot stays empty.
 * Returns `{ port, stop }`.
 */
export async function start({ port, state, manual, ...values }) {
  const options = {
    confirmedLag: readCount(values, "confirmed"),
    finalizedLag: Math.max(readCount(values, "finalized"), readCount(values, "confirmed")),
    keepBlocks: readCount(values, "keep"),
    keepTransactions: KEEP_TRANSACTIONS,
    skipEvery: manual ? 0 : SKIP_EVERY,
  };
  const node = createNode(options, state === null ? undefined : loadState(state));
  const finishSaving = state === null ? () => {} : keepSaving(node, state);
  const stopMaking = manual ? () => {} : keepMaking(node, readCount(values, "idle-ms"));
  const server = await listen(node, port);
  const stop = async () => {
    stopMaking();
    await server.close();
    finishSaving();
  };
  return { port: server.port, stop };
}
