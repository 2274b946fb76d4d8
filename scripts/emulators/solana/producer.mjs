/**
 * Makes blocks: the transactions that wait go into the next one in their order, failed ones too
 * when they paid.
 */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { executeTransaction } from "./execution.mjs";
import { messageDigest } from "./ledger.mjs";

/** So many slots pass in a second on the network. */
const SLOT_MS = 400;
/**
 * Advancing the clock makes a block for each of the newest slots only: enough for every hash to
 * expire, and quickly done.
 */
const ADVANCED_BLOCKS_MAX = 320;

function hashBlock(previousHash, slot, records) {
  const hash = createHash("sha256").update(base58.decode(previousHash)).update(String(slot));
  for (const { signature } of records) hash.update(signature);
  return base58.encode(hash.digest());
}

function toRecord(waiting, { meta }) {
  const { accountKeys } = waiting.transaction.message;
  const { writable, readonly } = meta.loadedAddresses;
  return {
    signature: waiting.signature,
    digest: waiting.digest,
    wire: waiting.wire,
    keys: [...accountKeys, ...writable, ...readonly],
    meta,
  };
}

/**
 * @param clock `{ offsetSeconds }`, moved by `advance`
 * @param skipEvery every slot of this multiple stays without a block; 0 for none
 */
export function createProducer({ ledger, machine, clock, skipEvery }) {
  /** What waits, by signature, in the order of its arrival. */
  const queue = new Map();

  function execute(waiting, parent, before) {
    const { recentBlockhash } = waiting.transaction.message;
    if (!ledger.isHashValidAfter(parent, recentBlockhash)) return "expired";
    if (ledger.heightOfMessage(waiting.digest) !== undefined) return "done";
    const outcome = executeTransaction(machine, waiting.transaction);
    // Nodes go on offering what cannot pay its fee until its hash expires: money may still come.
    if (outcome.meta === null) return "waits";
    for (const [address, account] of outcome.changed) if (!before.has(address)) before.set(address, account);
    return toRecord(waiting, outcome);
  }

  function takeQueue(parent, before) {
    const records = [];
    const taken = new Set();
    for (const [signature, waiting] of queue) {
      const result = taken.has(waiting.digest) ? "done" : execute(waiting, parent, before);
      if (result === "waits") continue;
      queue.delete(signature);
      if (typeof result === "string") continue;
      taken.add(waiting.digest);
      records.push(result);
    }
    return records;
  }

  function makeBlock(slot, hasTransactions) {
    const parent = ledger.head();
    const time = Math.max(Math.floor(Date.now() / 1000) + clock.offsetSeconds, parent.time);
    machine.setTime(slot, time);
    const before = new Map();
    const records = hasTransactions ? takeQueue(parent, before) : [];
    const hash = hashBlock(parent.hash, slot, records);
    const links = { parentSlot: parent.slot, previousHash: parent.hash };
    const transactionCount = parent.transactionCount + records.length;
    ledger.append({ slot, ...links, height: parent.height + 1, hash, time, records, before, transactionCount });
  }

  function nextSlot() {
    const slot = ledger.head().slot + 1;
    return skipEvery > 0 && slot % skipEvery === 0 ? slot + 1 : slot;
  }

  return {
    queue,
    /** Takes a transaction that was found well formed; the same again changes nothing. */
    receive(transaction, wire) {
      const signature = base58.encode(transaction.signatures[0]);
      const digest = messageDigest(transaction.messageBytes);
      if (!queue.has(signature)) queue.set(signature, { signature, digest, transaction, wire });
      return signature;
    },
    /** Blocks one after another, the first with what waits, after `skipped` slots without any. */
    mine(count, skipped = 0) {
      for (let made = 0; made < count; made += 1) makeBlock(nextSlot() + (made === 0 ? skipped : 0), true);
    },
    /** Lets slots pass with empty blocks: what waits stays out, as if no leader had heard of it. */
    advance(slots) {
      const end = ledger.head().slot + slots;
      const first = Math.max(ledger.head().slot + 1, end - ADVANCED_BLOCKS_MAX + 1);
      for (let slot = first; slot <= end; slot += 1) makeBlock(slot, false);
    },
    /** The same by the clock, which blocks tell from then on. */
    advanceSeconds(seconds) {
      clock.offsetSeconds += seconds;
      this.advance(Math.max(Math.ceil((seconds * 1000) / SLOT_MS), 1));
    },
  };
}
