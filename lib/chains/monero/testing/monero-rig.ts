import { type ChainRig, EVERY_ABILITY } from "@/lib/chains/contract/rig";
import { createMoneroDriver } from "@/lib/chains/monero/create-monero-driver";
import type { MoneroStation } from "@/lib/chains/monero/testing/monero-station";

/** Fees are dear while a chain is young: about 0.01 for a payment. */
const SCALE = 1_000_000_000n;
const PLENTY = 10_000_000_000_000n;
const LOCK_BLOCKS = 10;
const PRIMARY = "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A";
const SUBADDRESS = "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H";
const OF_TEST_NETWORK =
  "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8";

/**
 * Monero with a wallet that sees and one that spends. Stopping the rig leaves the programs running.
 */
export function makeMoneroRig(station: MoneroStation, native: { symbol: string; decimals: number }): ChainRig {
  const common = { network: "xmr", native, subaddressMargin: 64 };
  const [url, url2] = [station.processes.urlOf(true), station.processes.urlOf(false)];
  let owners = 0;
  return {
    shape: "coins",
    amounts: { scale: SCALE, plenty: PLENTY },
    abilities: {
      ...EVERY_ABILITY,
      // The second of two transactions with the same key image is refused, whatever it pays.
      replacement: false,
      zeroTransfers: false,
      // Wallets know what they hold now.
      pastBalances: false,
      // What a transaction pays to one subaddress is one sum.
      separateOutputs: false,
      // The wallet that can spend signs what it makes.
      separateSigning: false,
      // Nobody but the payer's own wallet knows who paid.
      senders: false,
    },
    driver: createMoneroDriver({ ...common, isSandbox: true, urls: [url] }),
    misconfigured: createMoneroDriver({ ...common, isSandbox: false, urls: [url2] }),
    token: null,
    unknownToken: null,
    contracts: [],
    addresses: {
      valid: [
        [PRIMARY, PRIMARY],
        [` ${SUBADDRESS}\n`, SUBADDRESS],
      ],
      invalid: ["", PRIMARY.slice(0, -1), `${PRIMARY.slice(0, -1)}B`, OF_TEST_NETWORK],
    },
    async createOwner() {
      owners += 1;
      return { address: station.addressOf(0, owners), memo: null };
    },
    pay: (payments) => station.pay(payments.map(({ to, units }) => ({ address: to.address, units }))),
    // What would fail is in no block.
    payInVain: null,
    mine: station.mine,
    reorganise: station.reorganise,
    // The wallet is asked for what it knows already.
    limitRange: null,
    async openSource() {
      // One wallet is every source: it is filled up, and never holds twice as much.
      if ((await station.hotUnits()).unlocked < PLENTY) await station.mine(LOCK_BLOCKS);
      if ((await station.hotUnits()).unlocked < PLENTY) {
        await station.pay([{ address: station.addressOf(1, 0), units: PLENTY }]);
        await station.mine(LOCK_BLOCKS);
      }
      return { kind: "coins", candidates: [], required: [], changeAddress: null };
    },
    sign: async () => [],
    expire: null,
    stop: async () => {},
  };
}
