/** The wallet of a sandbox node of Bitcoin's kind, and its miner, who is the same person. */
import { setTimeout as pause } from "node:timers/promises";
import { callCoinNode } from "./litecoind-rpc.mjs";
import { scriptOfText } from "./script-of-text.mjs";

const WALLET = "faucet";
const WALLET_NOT_FOUND = -18;
const WALLET_LOADED_ALREADY = -35;

/** Rewards halve every 150 blocks and rest for 100: after these some 11 000 coins can be spent. */
const FIRST_BLOCKS = 401;

const BLOCK_MS = 5_000;
/** Blocks without payments may be lost with a node that is killed, as long as they are few. */
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

/** Base units as the text that nodes read exactly. */
function coinsOf(units) {
  const digits = BigInt(units).toString().padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Pays to the node's own text of the script: addresses of the main networks mean nothing to it. */
async function pay(walletUrl, { to, units }) {
  const script = await callCoinNode(walletUrl, "decodescript", scriptOfText(to));
  const address = script.address ?? script.addresses?.[0];
  if (address === undefined) throw new Error(`the sandbox pays to addresses only, not to ${to}`);
  return callCoinNode(walletUrl, "sendtoaddress", address, coinsOf(units));
}

/**
 * A node writes its chain down once in an hour and at its end, but for this call: it counts what
 * the disk holds.
 */
const save = (rpcUrl) => callCoinNode(rpcUrl, "gettxoutsetinfo");

/** Those of the transactions that no block has taken. */
async function stillWaiting(rpcUrl, ids) {
  if (ids.length === 0) return new Set();
  const waiting = await callCoinNode(rpcUrl, "getrawmempool");
  return new Set(waiting.filter((id) => ids.includes(id)));
}

/**
 * Makes blocks until it is stopped or the node has ended. Answers how to stop it, which waits for
 * the block in the making.
 */
function keepMining(rpcUrl, home, hasNodeEnded) {
  const controller = new AbortController();
  const mine = async () => {
    let minedAt = Date.now();
    let savedAt = minedAt;
    // What a block was made for and did not take: it waits for the regular ones.
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
        // A node that is busy or on its way out: the next look tells.
      }
      // Unheld, so that a process which has nothing else to do may end.
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
 * Opens the node's wallet, at the first start with the rewards of some hundred blocks, and makes
 * blocks from then on.
 *
 * Answers `{ send, stop }`.
 */
export async function openFaucet(rpcUrl, hasNodeEnded) {
  const walletUrl = `${rpcUrl}/wallet/${WALLET}`;
  await openWallet(rpcUrl);
  const home = await callCoinNode(walletUrl, "getnewaddress");
  const height = await callCoinNode(rpcUrl, "getblockcount");
  // One at least: a block of now shows that the node keeps up.
  await callCoinNode(rpcUrl, "generatetoaddress", Math.max(FIRST_BLOCKS - height, 1), home);
  await save(rpcUrl);
  return { send: (payment) => pay(walletUrl, payment), stop: keepMining(rpcUrl, home, hasNodeEnded) };
}
