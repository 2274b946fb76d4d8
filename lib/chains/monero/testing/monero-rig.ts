import { type ChainRig, EVERY_ABILITY } from "@/lib/chains/contract/rig";
import { createMoneroDriver } from "@/lib/chains/monero/create-monero-driver";
import type { MoneroStation } from "@/lib/chains/monero/testing/monero-station";

/** Fees are high while a chain is young: about 0.01 per payment. */
const SCALE = 1_000_000_000n;
const PLENTY = 10_000_000_000_000n;
const LOCK_BLOCKS = 10;
const PRIMARY = "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A";
const SUBADDRESS = "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H";
const OF_TEST_NETWORK =
  "9wviCeWe2D8XS82k2ovp5EUYLzBt9pYNW2LXUFsZiv8S3Mt21FZ5qQaAroko1enzw3eGr9qC7X1D7Geoo2RrAotYPwq9Gm8";

/**
 * Creates a Monero rig with a view-only wallet and a spending one. Stopping the rig leaves the
 * programs running.
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
      // The second of two transactions with the same key image is rejected, whatever it pays.
      replacement: false,
      zeroTransfers: false,
      // Wallets know only their current balance.
      pastBalances: false,
      // All outputs of a transaction to one subaddress count as one sum.
      separateOutputs: false,
      // The spending wallet signs what it creates.
      separateSigning: false,
      // Only the payer's own wallet knows who paid.
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
    // A failing transaction is never in a block.
    payInVain: null,
    mine: station.mine,
    reorganise: station.reorganise,
    // The wallet already knows its payments.
    limitRange: null,
    async openSource() {
      // One wallet is every source: it is topped up, and never holds twice as much.
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
