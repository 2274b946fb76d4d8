/**
 * The TRON emulator: java-tron's HTTP API over a chain stored here, whose contracts run in anvil.
 * Written from java-tron's documentation.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCount } from "../options.mjs";
import { createQueue } from "../queue.mjs";
import { toEvm } from "./address.mjs";
import { Chain } from "./chain.mjs";
import { startEvm } from "./evm.mjs";
import { createFaucet } from "./faucet.mjs";
import { FAUCET_SUN } from "./genesis.mjs";
import { startHttpServer } from "./http-server.mjs";
import { addressOfKey, createKey } from "./keys.mjs";
import { nodeApi } from "./node-api.mjs";
import { sandboxRoutes } from "./sandbox-routes.mjs";
import { readState, writeState } from "./state-file.mjs";

const BLOCK_MS = 5_000;
const BLOCK_AFTER_TRANSACTION_MS = 50;
const SAVE_MS = 30_000;
const SLOT_MS = 3_000;

const TOKENS = [
  { symbol: "USDT", name: "Tether USD", decimals: 6 },
  { symbol: "USDC", name: "USD Coin", decimals: 6 },
];

export const OPTIONS = {
  solid: { type: "string", default: "1" },
  "estimate-energy": { type: "boolean", default: false },
};

/** Handles errors that nobody awaits: the process exits, and its supervisor restarts it. */
function fail(error) {
  console.error(error);
  process.exit(1);
}

/**
 * Opens the chain of the last save, or a new one with its faucet, its contracts and their tokens.
 */
async function openChain(saved, { folder, solidDepth, isManual }) {
  const faucetKey = saved?.faucetKey ?? createKey();
  const address = addressOfKey(faucetKey);
  const now = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
  const begin = saved?.chain ?? { genesisTime: now, faucet: address };
  const evm = await startEvm({ genesisSeconds: Math.floor(begin.genesisTime / 1_000), folder, saved: saved?.evm });
  const chain = new Chain({ evm, saved: begin, solidDepth, isManual });
  if (saved === undefined) {
    await evm.setBalance(toEvm(address), FAUCET_SUN);
    await chain.contracts.installBatch();
    for (const token of TOKENS) await chain.contracts.installToken(token);
    await chain.begin();
  }
  return { evm, chain, faucetKey, address };
}

/**
 * Produces blocks by the clock: soon after a transaction arrived, and every few seconds without
 * one. Returns `{ onTaken, stop }`.
 */
function keepProducing(chain, queue) {
  let next;
  let soon;
  const make = (needsPending) => {
    clearTimeout(next);
    next = setTimeout(make, BLOCK_MS);
    queue(() => (needsPending && chain.pending.length === 0 ? null : chain.produce())).catch(fail);
  };
  next = setTimeout(make, BLOCK_MS);
  return {
    onTaken() {
      soon ??= setTimeout(() => {
        soon = undefined;
        make(true);
      }, BLOCK_AFTER_TRANSACTION_MS);
    },
    stop() {
      clearTimeout(next);
      clearTimeout(soon);
    },
  };
}

/** Returns the save function: the machine's state is dumped only if it has changed. */
function createSave(file, { evm, chain, faucetKey }) {
  let dump = { changes: -1, text: "" };
  return async () => {
    if (dump.changes !== evm.changes) dump = { changes: evm.changes, text: await evm.dump(chain.recentHeights()) };
    writeState(file, { chain: chain.toJson(), evm: dump.text, faucetKey });
  };
}

/** Opens anvil's working folder: beside the state, or a folder deleted with the process. */
function openFolder(state) {
  if (state !== null) {
    mkdirSync(dirname(state), { recursive: true });
    return dirname(state);
  }
  const folder = mkdtempSync(join(tmpdir(), "tron-emulator-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Without `manual` a block follows a transaction within 250 ms, and else every 5 seconds. Returns
 * `{ port, stop }`.
 */
export async function start({ port, state, manual: isManual, ...values }) {
  const folder = openFolder(state);
  const saved = state === null ? undefined : readState(state);
  const opened = await openChain(saved, { folder, solidDepth: readCount(values, "solid"), isManual });
  const { evm, chain, faucetKey, address } = opened;
  const onEvmExit = () => fail(new Error("the machine behind the node has ended"));
  evm.child.once("exit", onEvmExit);

  const queue = createQueue();
  const save = state === null ? () => {} : createSave(state, opened);
  const blocks = isManual ? { onTaken() {}, stop() {} } : keepProducing(chain, queue);
  const { onTaken } = blocks;
  const faucet = createFaucet(chain, { address, privateKey: faucetKey });
  const handlers = new Map([
    ...nodeApi(chain, { onTaken, hasEstimate: values["estimate-energy"] }),
    ...sandboxRoutes(chain, faucet, address, { onTaken }),
  ]);
  await queue(save);
  const stopEvm = () => {
    evm.child.removeListener("exit", onEvmExit);
    return evm.stop();
  };
  const server = await startHttpServer({ port, handlers, queue }).catch(async (error) => {
    await stopEvm();
    throw error;
  });
  const saveTimer = setInterval(() => queue(save).catch(fail), SAVE_MS);

  const stop = async () => {
    blocks.stop();
    clearInterval(saveTimer);
    await server.stop();
    await queue(save);
    await stopEvm();
  };
  return { port: server.port, stop };
}
