/**
 * The TON emulator: toncenter's HTTP API over a chain whose contracts run in the real TVM
 * (@ton/sandbox). This module holds the chain's tokens, its block interval, and the file that
 * stores its state.
 */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createQueue } from "../queue.mjs";
import { writeFileAtomic } from "../write-file.mjs";
import { Chain } from "./chain.mjs";
import { contractText, FOUNDERS, makeJetton } from "./faucet.mjs";
import { createHttpServer } from "./http-server.mjs";

const STATE_VERSION = 1;
const SAVE_EVERY_MS = 30_000;
/** The longest wait of a message for a block. */
const BLOCK_AFTER_MS = 250;
const IDLE_BLOCK_MS = 5_000;

/** The jettons of the reference list, with the decimals of the real ones. */
const TOKENS = [
  { symbol: "USDT", name: "Tether USD", decimals: 6 },
  { symbol: "HMSTR", name: "Hamster Kombat", decimals: 9 },
];

export const OPTIONS = { spread: { type: "boolean" } };

/**
 * Returns a file's content, or undefined if there is none yet. An unreadable file is never
 * overwritten: a new chain would have another genesis.
 */
function readState(stateFile) {
  if (stateFile === null || !existsSync(stateFile)) return undefined;
  let saved;
  try {
    saved = JSON.parse(readFileSync(stateFile, "utf8"));
  } catch {
    // Reported below.
  }
  if (saved?.version === STATE_VERSION) return saved;
  throw new Error(`${stateFile} is damaged or of another version`);
}

async function openChain(stateFile, isSpread) {
  const saved = readState(stateFile);
  const chain = await Chain.open(saved?.chain ?? null, FOUNDERS, { isSpread });
  const tokens = saved?.tokens ?? {};
  for (const token of TOKENS.filter(({ symbol }) => tokens[symbol] === undefined)) {
    tokens[token.symbol] = { address: contractText(await makeJetton(chain, token)), decimals: token.decimals };
  }
  return { chain, tokens };
}

/**
 * Opens a node with its state in `stateFile` (null keeps none). Unless `isManual`, blocks are
 * produced automatically: soon after a message, else every 5 seconds. Returns
 * `{ chain, tokens, exclusive, noticeChange, save, stop }`; `stop` saves.
 */
async function openNode({ stateFile, isManual, isSpread }) {
  const { chain, tokens } = await openChain(stateFile, isSpread);
  const exclusive = createQueue();
  let timer = null;
  let dueAt = Number.POSITIVE_INFINITY;

  const save = () => {
    if (stateFile === null) return;
    writeFileAtomic(stateFile, JSON.stringify({ version: STATE_VERSION, tokens, chain: chain.toJson() }));
  };
  const schedule = (milliseconds) => {
    clearTimeout(timer);
    dueAt = Date.now() + milliseconds;
    timer = setTimeout(makeBlock, milliseconds);
  };
  const makeBlock = async () => {
    await exclusive(() => chain.mine(1));
    schedule(chain.isWaiting ? BLOCK_AFTER_MS : IDLE_BLOCK_MS);
  };
  const noticeChange = () => {
    // A block that is due earlier stays scheduled, however many messages arrive.
    if (!isManual && chain.isWaiting && dueAt > Date.now() + BLOCK_AFTER_MS) schedule(BLOCK_AFTER_MS);
  };

  save();
  if (!isManual) schedule(chain.isWaiting ? BLOCK_AFTER_MS : IDLE_BLOCK_MS);
  const saving = setInterval(save, SAVE_EVERY_MS);
  const stop = () => {
    clearTimeout(timer);
    clearInterval(saving);
    save();
  };
  return { chain, tokens, exclusive, noticeChange, save, stop };
}

/**
 * With `spread` each step of a message chain takes a block, as between shards of the real network.
 * Returns `{ port, stop }`.
 */
export async function start({ port, state, manual: isManual, spread = !isManual }) {
  const node = await openNode({ stateFile: state, isManual, isSpread: spread });
  const server = createHttpServer(node);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
    node.stop();
  };
  return { port: server.address().port, stop };
}
