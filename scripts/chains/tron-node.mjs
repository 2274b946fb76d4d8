#!/usr/bin/env node
/**
 * The sandbox's TRON node: java-tron's HTTP API over a chain of our own, with play money.
 *
 *   node scripts/chains/tron-node.mjs --port 0 --state FILE [--manual] [--solid N] [--estimate-energy]
 *
 * Prints one line `{"port":N}` when it is ready. With `--manual` blocks come only by `/sandbox/mine`. It was written from java-tron's
 * documentation and shares nothing with the gateway's driver.
 */
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { toEvm } from "./tron/address.mjs";
import { Chain } from "./tron/chain.mjs";
import { controlApi } from "./tron/control-api.mjs";
import { startEvm } from "./tron/evm.mjs";
import { createFaucet } from "./tron/faucet.mjs";
import { FAUCET_SUN } from "./tron/genesis.mjs";
import { createQueue, startHttpFront } from "./tron/http-front.mjs";
import { addressOfKey, createKey } from "./tron/keys.mjs";
import { nodeApi } from "./tron/node-api.mjs";
import { readState, writeState } from "./tron/state-file.mjs";

const BLOCK_MS = 5_000;
const BLOCK_AFTER_TRANSACTION_MS = 50;
const SAVE_MS = 30_000;
const SLOT_MS = 3_000;

const TOKENS = [
  { symbol: "USDT", name: "Tether USD", decimals: 6 },
  { symbol: "USDC", name: "USD Coin", decimals: 6 },
];

const { values: options } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    state: { type: "string" },
    manual: { type: "boolean", default: false },
    solid: { type: "string", default: "1" },
    "estimate-energy": { type: "boolean", default: false },
  },
});
if (options.state === undefined) throw new Error("--state FILE is needed");
const stateFile = resolve(options.state);
mkdirSync(dirname(stateFile), { recursive: true });

const saved = readState(stateFile);
const faucetKey = saved?.faucetKey ?? createKey();
const faucetAddress = addressOfKey(faucetKey);
const now = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
const start = saved?.chain ?? { genesisTime: now, faucet: faucetAddress };
const evm = await startEvm({
  genesisSeconds: Math.floor(start.genesisTime / 1_000),
  folder: dirname(stateFile),
  saved: saved?.evm,
});
const chain = new Chain({ evm, saved: start, solidDepth: Number(options.solid), isManual: options.manual });
const queue = createQueue();

if (saved === undefined) {
  await evm.setBalance(toEvm(faucetAddress), FAUCET_SUN);
  await chain.contracts.installBatch();
  for (const token of TOKENS) await chain.contracts.installToken(token);
  await chain.begin();
}

let dump = { changes: -1, text: "" };
async function save() {
  if (dump.changes !== evm.changes) dump = { changes: evm.changes, text: await evm.dump(chain.recentHeights()) };
  writeState(stateFile, { chain: chain.toJson(), evm: dump.text, faucetKey });
}

let blockTimer;
/** The next block comes after this long, or earlier when one is due already. */
function scheduleBlock(milliseconds) {
  clearTimeout(blockTimer);
  blockTimer = setTimeout(() => {
    scheduleBlock(BLOCK_MS);
    queue(() => chain.produce()).catch(fail);
  }, milliseconds);
}

let isSoon = false;
function onTaken() {
  if (options.manual || isSoon) return;
  isSoon = true;
  setTimeout(() => {
    isSoon = false;
    scheduleBlock(BLOCK_MS);
    queue(() => (chain.pending.length > 0 ? chain.produce() : null)).catch(fail);
  }, BLOCK_AFTER_TRANSACTION_MS);
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

const faucet = createFaucet(chain, { address: faucetAddress, privateKey: faucetKey });
const handlers = new Map([
  ...nodeApi(chain, { onTaken, hasEstimate: options["estimate-energy"] }),
  ...controlApi(chain, faucet, faucetAddress, { onTaken }),
]);
await queue(save);
const front = await startHttpFront({ port: Number(options.port), handlers, queue });
const saveTimer = setInterval(() => queue(save).catch(fail), SAVE_MS);
if (!options.manual) scheduleBlock(BLOCK_MS);

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  clearTimeout(blockTimer);
  clearInterval(saveTimer);
  await front.stop();
  await queue(save);
  evm.child.removeListener("exit", onEvmExit);
  await evm.stop();
  process.exit(0);
}
function onEvmExit() {
  fail(new Error("the machine behind the node has ended"));
}
evm.child.once("exit", onEvmExit);
process.on("SIGTERM", () => void stop().catch(fail));
process.on("SIGINT", () => void stop().catch(fail));

console.log(JSON.stringify({ port: front.port }));
