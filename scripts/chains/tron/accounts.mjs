/**
 * What TRON keeps about an account beside its balance: since when it exists and how much free bandwidth it used. An account
 * comes into being with its first TRX; tokens alone do not make one.
 */
import { usageAt } from "./bandwidth.mjs";
import { SLOT_MS } from "./block.mjs";
import { FREE_BANDWIDTH_A_DAY } from "./prices.mjs";

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
