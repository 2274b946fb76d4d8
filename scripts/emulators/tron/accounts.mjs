/**
 * What TRON stores about an account besides its balance: its creation time and used free bandwidth.
 * An account is created by its first TRX; tokens alone do not create one.
 */
import { SLOT_MS } from "./block.mjs";
import { FREE_BANDWIDTH_A_DAY } from "./prices.mjs";

const WINDOW_SLOTS = 28_800n;
const PRECISION = 1_000_000n;

const divideUp = (value, by) => (value + by - 1n) / by;

/**
 * Computes the recovery of free bandwidth: evenly over the 24 hours after its last use, in
 * java-tron's own integer arithmetic. Returns the usage at slot `now` (a slot is 3 seconds) when
 * `usage` was at slot `last`, plus `added`.
 */
function usageAt(usage, last, now, added = 0n) {
  let average = divideUp(usage * PRECISION, WINDOW_SLOTS);
  const passed = BigInt(now - last);
  if (passed >= WINDOW_SLOTS) average = 0n;
  else if (passed > 0n) average = (average * (WINDOW_SLOTS - passed) * 2n + WINDOW_SLOTS) / (2n * WINDOW_SLOTS);
  average += divideUp(added * PRECISION, WINDOW_SLOTS);
  return (average * WINDOW_SLOTS) / PRECISION;
}

const slotOf = (timestamp) => Math.floor(timestamp / SLOT_MS);

/** Creates the index of accounts by address; `entries` as returned by `toJson`. */
export function createAccounts(entries = []) {
  const byAddress = new Map(entries);
  let changed = new Map();
  const set = (address, account) => {
    if (!changed.has(address)) changed.set(address, byAddress.get(address) ?? null);
    byAddress.set(address, account);
  };
  return {
    find: (address) => byAddress.get(address) ?? null,
    /** Records an account that has just received its first TRX, in the block with this number. */
    create: (address, number, timestamp) =>
      set(address, { bornIn: number, createTime: timestamp, freeUsed: 0, freeSlot: 0, lastOperation: 0 }),
    /** Uses free bandwidth if enough is left. */
    takeFreeBandwidth(address, bytes, timestamp) {
      const account = byAddress.get(address);
      const [used, slot] = [BigInt(account.freeUsed), slotOf(timestamp)];
      if (bytes > FREE_BANDWIDTH_A_DAY - usageAt(used, account.freeSlot, slot)) return false;
      const freeUsed = Number(usageAt(used, account.freeSlot, slot, bytes));
      set(address, { ...account, freeUsed, freeSlot: slot, lastOperation: timestamp });
      return true;
    },
    touch: (address, timestamp) => set(address, { ...byAddress.get(address), lastOperation: timestamp }),
    /** Ends a transaction: returns its changes, for `undo`. */
    takeChanges() {
      const undo = [...changed];
      changed = new Map();
      return undo;
    },
    undo(changes) {
      for (const [address, before] of changes) {
        if (before === null) byAddress.delete(address);
        else byAddress.set(address, before);
      }
    },
    toJson: () => [...byAddress],
  };
}

/** Returns the free bandwidth used in the last 24 hours at this time. */
export function freeUsage(account, timestamp) {
  return Number(usageAt(BigInt(account.freeUsed), account.freeSlot, Math.max(slotOf(timestamp), account.freeSlot)));
}
