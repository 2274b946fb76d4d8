/**
 * What TRON keeps about an account beside its balance: since when it exists and how much free
 * bandwidth it used. An account comes into being with its first TRX; tokens alone do not make one.
 */
import { SLOT_MS } from "./block.mjs";
import { FREE_BANDWIDTH_A_DAY } from "./prices.mjs";

const WINDOW_SLOTS = 28_800n;
const PRECISION = 1_000_000n;

const divideUp = (value, by) => (value + by - 1n) / by;

/**
 * How used free bandwidth comes back: evenly over the 24 hours after its last use, in java-tron's
 * own whole numbers. What counts as used at slot `now` (a slot is 3 seconds) when `usage` was at
 * slot `last`, with `added` on top.
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

/** The accounts known by address; `entries` as `toJson` gave them. */
export function createAccounts(entries = []) {
  const byAddress = new Map(entries);
  let changed = new Map();
  const set = (address, account) => {
    if (!changed.has(address)) changed.set(address, byAddress.get(address) ?? null);
    byAddress.set(address, account);
  };
  return {
    find: (address) => byAddress.get(address) ?? null,
    /** Notes an account that has just got its first TRX, in the block of this number. */
    create: (address, number, timestamp) =>
      set(address, { bornIn: number, createTime: timestamp, freeUsed: 0, freeSlot: 0, lastOperation: 0 }),
    /** Takes free bandwidth if there is enough of it left. */
    takeFreeBandwidth(address, bytes, timestamp) {
      const account = byAddress.get(address);
      const [used, slot] = [BigInt(account.freeUsed), slotOf(timestamp)];
      if (bytes > FREE_BANDWIDTH_A_DAY - usageAt(used, account.freeSlot, slot)) return false;
      const freeUsed = Number(usageAt(used, account.freeSlot, slot, bytes));
      set(address, { ...account, freeUsed, freeSlot: slot, lastOperation: timestamp });
      return true;
    },
    touch: (address, timestamp) => set(address, { ...byAddress.get(address), lastOperation: timestamp }),
    /** Ends a transaction: what it changed, for `undo`. */
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

/** Free bandwidth of the last 24 hours at this time. */
export function freeUsage(account, timestamp) {
  return Number(usageAt(BigInt(account.freeUsed), account.freeSlot, Math.max(slotOf(timestamp), account.freeSlot)));
}
