/** One sandbox node: the chain, its tokens, the pace of its blocks, and the file in which all of it survives. */
import { existsSync } from "node:fs";
import { readJson, writeFileAtomic } from "../../lib/paths.mjs";
import { Chain } from "./chain.mjs";
import { contractText, FOUNDERS, makeJetton } from "./faucet.mjs";

const STATE_VERSION = 1;
const SAVE_EVERY_MS = 30_000;
/** A message does not wait longer than this for a block. */
const BLOCK_AFTER_MS = 250;
const IDLE_BLOCK_MS = 5_000;

/** The jettons of the reference list, with the decimals of the real ones. */
const TOKENS = [
  { symbol: "USDT", name: "Tether USD", decimals: 6 },
  { symbol: "HMSTR", name: "Hamster Kombat", decimals: 9 },
];

/** What a file holds, or undefined when there is none yet. A file that cannot be read is never written over: a new chain would have another genesis. */
function readState(stateFile) {
  if (stateFile === null || !existsSync(stateFile)) return undefined;
  const saved = readJson(stateFile);
  if (saved?.version !== STATE_VERSION) throw new Error(`${stateFile} is damaged or of another version`);
  return saved;
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

/** Runs one thing after the other. */
function createQueue() {
  let last = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Opens a node with its state in `stateFile` (null keeps none). Unless `isManual`, blocks come by themselves: soon after a message, else every 5 seconds.
 * Answers `{ chain, tokens, exclusive, noticeChange, save, stop }`; `stop` saves.
 */
export async function openNode({ stateFile, isManual, isSpread }) {
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
    // A block that is due earlier stays so, however many messages come in.
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
