import { randomBytes } from "node:crypto";
import { bytesToHex } from "@noble/hashes/utils.js";
import { fieldsOf, list, text, units } from "@/lib/chains/monero/decode";
import type { MoneroService } from "@/lib/chains/monero/monero-node";
import { type MoneroProcesses, startMonero } from "@/lib/chains/monero/testing/monero-processes";
import { encodeMoneroAddress, toMoneroKeys } from "@/lib/custody/addresses/monero-address";

/**
 * Coinbases unlock after 60 blocks, and a payment takes its decoys from unlocked ones: enough for
 * every case of the suite.
 */
const FIRST_BLOCKS = 90;
/** On a busy machine a block takes a second. */
const BLOCKS_AT_ONCE = 10;
const RELAY_LIMIT_MS = 30_000;
const POLL_MS = 50;
const NEVER = new AbortController().signal;
/**
 * Wallet priorities, highest first: blocks include higher fees first, so they hold payments in the
 * order of creation.
 */
const LEVELS = [3, 2, 1] as const;

export type MoneroPayment = { readonly address: string; readonly units: bigint };

/**
 * Monero under the test's control: a third party with all the money, and a shop whose keys are
 * derived as custody derives them.
 */
export type MoneroStation = {
  readonly processes: MoneroProcesses;
  /** Derives a subaddress of the shop as custody does. */
  readonly addressOf: (account: number, index: number) => string;
  /** The third party pays all of these in one transaction. */
  readonly pay: (payments: readonly MoneroPayment[], unlockTime?: number) => Promise<string>;
  readonly mine: (blocks: number) => Promise<void>;
  /**
   * Replaces the newest blocks by the same number; the last contains these transactions and the
   * others none.
   */
  readonly reorganise: (depth: number, reinclude: readonly string[]) => Promise<void>;
  /** The spendable balance of the shop's hot account. */
  readonly hotUnits: () => Promise<{ readonly all: bigint; readonly unlocked: bigint }>;
  readonly stop: () => Promise<void>;
};

export async function openMoneroStation(): Promise<MoneroStation> {
  const processes = await startMonero();
  const { daemon, wallets } = processes;
  const { stranger, viewer, signer } = wallets;
  const [strangerKeys, shopKeys] = [toMoneroKeys(randomBytes(32)), toMoneroKeys(randomBytes(32))];
  const strangerAddress = encodeMoneroAddress(strangerKeys, 0, 0);
  const keysOf = ({ spendSecret, viewSecret }: typeof shopKeys) => {
    return { spendkey: bytesToHex(spendSecret), viewkey: bytesToHex(viewSecret) };
  };
  const shop = { address: encodeMoneroAddress(shopKeys, 0, 0), ...keysOf(shopKeys) };
  let waiting = 0;
  const mine = async (blocks: number) => {
    await waitForRelay(daemon);
    for (let left = blocks; left > 0; left -= BLOCKS_AT_ONCE) {
      const next = { amount_of_blocks: Math.min(left, BLOCKS_AT_ONCE), wallet_address: strangerAddress };
      await daemon.call("generateblocks", next, NEVER);
    }
    waiting = 0;
  };
  await Promise.all([
    restore(stranger, "stranger", { address: strangerAddress, ...keysOf(strangerKeys) }),
    restore(viewer, "viewer", { address: shop.address, viewkey: shop.viewkey }),
    restore(signer, "signer", shop),
    mine(FIRST_BLOCKS),
  ]).catch(async (error: unknown) => {
    await processes.stop();
    throw error;
  });
  return {
    processes,
    addressOf: (account, index) => encodeMoneroAddress(shopKeys, account, index),
    async pay(payments, unlockTime = 0) {
      await stranger.call("refresh", {}, NEVER);
      const destinations = payments.map(({ address, units: amount }) => ({ address, amount }));
      const priority = LEVELS[waiting] ?? 1;
      waiting += 1;
      const paid = await stranger.call("transfer", { destinations, priority, unlock_time: unlockTime }, NEVER);
      return text(paid.tx_hash);
    },
    mine,
    async reorganise(depth, reinclude) {
      const raws = await Promise.all(reinclude.map((id) => readRaw(daemon, id)));
      await daemon.post("pop_blocks", { nblocks: depth }, NEVER);
      await daemon.call("flush_txpool", {}, NEVER);
      if (depth > 1) await mine(depth - 1);
      for (const raw of raws) await daemon.post("send_raw_transaction", { tx_as_hex: raw }, NEVER);
      await mine(1);
    },
    async hotUnits() {
      await signer.call("refresh", {}, NEVER);
      const accounts = list((await signer.call("get_accounts", {}, NEVER)).subaddress_accounts).map(fieldsOf);
      const hot = accounts.find(({ account_index }) => account_index === 1n);
      return { all: units(hot?.balance ?? 0n), unlocked: units(hot?.unlocked_balance ?? 0n) };
    },
    stop: processes.stop,
  };
}

/** As an operator does with the output of `npm run seed:export`. */
async function restore(wallet: MoneroService, filename: string, keys: object): Promise<void> {
  await wallet.call("generate_from_keys", { filename, password: "", restore_height: 0, ...keys }, NEVER);
}

/**
 * Waits until the daemon has relayed everything it was given: until then it leaves it out of
 * blocks, and reuses a block template drafted without it.
 */
async function waitForRelay(daemon: MoneroService): Promise<void> {
  const deadline = Date.now() + RELAY_LIMIT_MS;
  for (;;) {
    const waiting = list((await daemon.post("get_transaction_pool", {}, NEVER)).transactions).map(fieldsOf);
    if (waiting.every(({ relayed }) => relayed === true)) return;
    if (Date.now() > deadline) throw new Error("the daemon does not pass its transactions on");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function readRaw(daemon: MoneroService, transactionId: string): Promise<string> {
  const { txs } = await daemon.post("get_transactions", { txs_hashes: [transactionId] }, NEVER);
  return text(fieldsOf(list(txs)[0]).as_hex);
}
