/**
 * Produces blocks: pending transactions are included in the next one in order, failed ones too if
 * they paid.
 */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { executeTransaction } from "./execution.mjs";
import { messageDigest } from "./ledger.mjs";

/** The network's slot time. */
const SLOT_MS = 400;
/**
 * Advancing the clock produces a block only for each of the newest slots: enough for every hash to
 * expire, and fast.
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
 * @param skipEvery every slot that is a multiple of this has no block; 0 for none
 */
export function createProducer({ ledger, machine, clock, skipEvery }) {
  /** Pending transactions by signature, in order of arrival. */
  const queue = new Map();

  function execute(waiting, parent, before) {
    const { recentBlockhash } = waiting.transaction.message;
    if (!ledger.isHashValidAfter(parent, recentBlockhash)) return "expired";
    if (ledger.heightOfMessage(waiting.digest) !== undefined) return "done";
    const outcome = executeTransaction(machine, waiting.transaction);
    // Nodes keep retrying a transaction that cannot pay its fee until its hash expires: funds may
    // still arrive.
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
    /** Accepts a well-formed transaction; a duplicate changes nothing. */
    receive(transaction, wire) {
      const signature = base58.encode(transaction.signatures[0]);
      const digest = messageDigest(transaction.messageBytes);
      if (!queue.has(signature)) queue.set(signature, { signature, digest, transaction, wire });
      return signature;
    },
    /**
     * Produces consecutive blocks, the first with the pending transactions, after `skipped` empty
     * slots.
     */
    mine(count, skipped = 0) {
      for (let made = 0; made < count; made += 1) makeBlock(nextSlot() + (made === 0 ? skipped : 0), true);
    },
    /**
     * Lets slots pass with empty blocks: pending transactions stay out, as if no leader had
     * received them.
     */
    advance(slots) {
      const end = ledger.head().slot + slots;
      const first = Math.max(ledger.head().slot + 1, end - ADVANCED_BLOCKS_MAX + 1);
      for (let slot = first; slot <= end; slot += 1) makeBlock(slot, false);
    },
    /** Does the same by time, which blocks report from then on. */
    advanceSeconds(seconds) {
      clock.offsetSeconds += seconds;
      this.advance(Math.max(Math.ceil((seconds * 1000) / SLOT_MS), 1));
    },
  };
}
