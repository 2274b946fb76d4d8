/** The wallet of a Bitcoin-like sandbox node, which is also its miner. */
import { setTimeout as pause } from "node:timers/promises";
import { callCoinNode } from "./litecoind-rpc.mjs";
import { scriptOfText } from "./script-of-text.mjs";

const WALLET = "faucet";
const WALLET_NOT_FOUND = -18;
const WALLET_LOADED_ALREADY = -35;

/**
 * Rewards halve every 150 blocks and are locked for 100: after this many blocks some 11 000 coins
 * can be spent.
 */
const FIRST_BLOCKS = 401;

const BLOCK_MS = 5_000;
/** A killed node may lose blocks without payments, as long as they are few. */
const SAVE_MS = 30_000;
const LOOK_MS = 150;

async function openWallet(rpcUrl) {
  try {
    await callCoinNode(rpcUrl, "loadwallet", WALLET);
  } catch (error) {
    if (error.code === WALLET_LOADED_ALREADY) return;
    if (error.code !== WALLET_NOT_FOUND) throw error;
    await callCoinNode(rpcUrl, "createwallet", WALLET);
  }
}

/** Formats base units as the text that nodes parse exactly. */
function coinsOf(units) {
  const digits = BigInt(units).toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Pays to the node's own text of the script: it does not know addresses of the main networks. */
async function pay(walletUrl, { to, units }) {
  const script = await callCoinNode(walletUrl, "decodescript", scriptOfText(to));
  const address = script.address ?? script.addresses?.[0];
  if (address === undefined) throw new Error(`the sandbox pays to addresses only, not to ${to}`);
  return callCoinNode(walletUrl, "sendtoaddress", address, coinsOf(units));
}

/**
 * A node flushes its chain once an hour and when it stops, but also for this call, which counts
 * what is on disk.
 */
const save = (rpcUrl) => callCoinNode(rpcUrl, "gettxoutsetinfo");

/** Returns those of the transactions that are in no block. */
async function stillWaiting(rpcUrl, ids) {
  if (ids.length === 0) return new Set();
  const waiting = await callCoinNode(rpcUrl, "getrawmempool");
  return new Set(waiting.filter((id) => ids.includes(id)));
}

/**
 * Mines blocks until stopped or until the node has ended. Returns a stop function that waits for
 * the current block.
 */
function keepMining(rpcUrl, home, hasNodeEnded) {
  const controller = new AbortController();
  const mine = async () => {
    let minedAt = Date.now();
    let savedAt = minedAt;
    // Transactions that a block was mined for but did not include: they wait for the regular
    // blocks.
    let passedOver = new Set();
    while (!controller.signal.aborted && !hasNodeEnded()) {
      try {
        const waiting = await callCoinNode(rpcUrl, "getrawmempool");
        const isAnyNew = waiting.some((id) => !passedOver.has(id));
        if (isAnyNew || Date.now() - minedAt >= BLOCK_MS) {
          await callCoinNode(rpcUrl, "generatetoaddress", 1, home);
          minedAt = Date.now();
          passedOver = await stillWaiting(rpcUrl, waiting);
          if (isAnyNew || minedAt - savedAt >= SAVE_MS) {
            await save(rpcUrl);
            savedAt = minedAt;
          }
        }
      } catch {
        // The node is busy or stopping: the next poll shows which.
      }
      // Unreferenced, so that a process with nothing else to do may exit.
      await pause(LOOK_MS, undefined, { ref: false, signal: controller.signal }).catch(() => {});
    }
  };
  const ended = mine();
  return async () => {
    controller.abort();
    await ended;
  };
}

/**
 * Opens the node's wallet, funded at the first start with the rewards of several hundred blocks,
 * and mines blocks from then on.
 *
 * Returns `{ send, stop }`.
 */
export async function openFaucet(rpcUrl, hasNodeEnded) {
  const walletUrl = `${rpcUrl}/wallet/${WALLET}`;
  await openWallet(rpcUrl);
  const home = await callCoinNode(walletUrl, "getnewaddress");
  const height = await callCoinNode(rpcUrl, "getblockcount");
  // At least one: a block with the current time shows that the node keeps up.
  await callCoinNode(rpcUrl, "generatetoaddress", Math.max(FIRST_BLOCKS - height, 1), home);
  await save(rpcUrl);
  return { send: (payment) => pay(walletUrl, payment), stop: keepMining(rpcUrl, home, hasNodeEnded) };
}
