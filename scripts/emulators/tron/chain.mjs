/**
 * The chain: blocks, their transactions with results, and pending ones. A transaction is executed
 * as soon as it is accepted, on top of everything before it, as in java-tron; a block only collects
 * what was executed.
 */
import { createAccounts } from "./accounts.mjs";
import { toEvm } from "./address.mjs";
import { makeBlock, NO_PARENT, packBlock, SLOT_MS, unpackBlocks } from "./block.mjs";
import { checkEnvelope } from "./check-envelope.mjs";
import { createContracts } from "./contracts.mjs";
import { execute } from "./execute.mjs";
import { genesisEntries } from "./genesis.mjs";
import { Refusal } from "./refusal.mjs";

const RECENT_BLOCKS = 24;

/**
 * `saved` is a result of `toJson`, or `{ genesisTime, faucet }` for a new chain. `isManual`: blocks
 * are at least 3 seconds apart in chain time, else they carry the time at which they are produced.
 * Blocks `solidDepth` below the head are final.
 */
export class Chain {
  #records;
  #gifts;
  #pending;
  #clockOffset;
  #fork;

  constructor({ evm, saved, solidDepth, isManual }) {
    this.evm = evm;
    this.origin = { genesisTime: saved.genesisTime, faucet: saved.faucet };
    this.solidDepth = solidDepth;
    this.isManual = isManual;
    this.accounts = createAccounts(saved.accounts);
    this.contracts = createContracts(evm, saved.faucet, saved.contracts);
    this.#records = new Map((saved.records ?? []).map((record) => [record.transaction.id, record]));
    const gifts = genesisEntries(saved.faucet);
    this.#gifts = new Map(gifts.map((gift) => [gift.transaction.id, gift]));
    this.blocks = unpackBlocks(saved.blocks ?? [], (id) => this.entry(id));
    this.#pending = saved.pending ?? [];
    this.#clockOffset = saved.clockOffset ?? 0;
    this.#fork = saved.fork ?? 0;
  }

  get head() {
    return this.blocks.at(-1);
  }

  get solid() {
    return this.blocks[Math.max(0, this.blocks.length - 1 - this.solidDepth)];
  }

  /** Ids of the pending transactions, oldest first. */
  get pending() {
    return this.#pending;
  }

  /**
   * `{ transaction, contractRet, info, undo, block }`, `block` null while pending; undefined for an
   * unknown id.
   */
  record(id) {
    return this.#records.get(id);
  }

  /** The same for blocks, including what only the first block contains. */
  entry(id) {
    return this.#records.get(id) ?? this.#gifts.get(id);
  }

  #recordsOf(ids) {
    return ids.map((id) => this.#records.get(id));
  }

  /** Whether the address has ever held TRX or a contract. */
  async exists(address) {
    if (this.accounts.find(address) !== null || this.contracts.find(address) !== undefined) return true;
    return (await this.evm.balance(toEvm(address))) > 0n;
  }

  /** Produces the first block over the machine's current state; the faucet exists from then on. */
  async begin() {
    const { genesisTime, faucet } = this.origin;
    const evmHeight = await this.evm.height();
    const entries = [...this.#gifts.values()];
    const parts = { number: 0, timestamp: genesisTime, parentHash: NO_PARENT, entries, fork: 0, evmHeight };
    this.blocks.push(makeBlock(parts));
    this.accounts.create(faucet, 0, genesisTime);
    this.accounts.takeChanges();
  }

  /** Validates and executes a transaction, which then waits for the next block. @throws Refusal */
  async take(transaction) {
    checkEnvelope(transaction, { blocks: this.blocks, isKnown: (id) => this.#records.has(id) });
    const result = await execute(this, transaction);
    this.#records.set(transaction.id, { transaction, ...result, block: null });
    this.#pending.push(transaction.id);
  }

  /** Advances the chain's clock: the next block is at least this much later than the head. */
  advance(milliseconds) {
    const reached = Math.max(Date.now() + this.#clockOffset, this.head.timestamp);
    this.#clockOffset = reached + milliseconds - Date.now();
  }

  #nextTime() {
    const least = this.head.timestamp + (this.isManual ? SLOT_MS : 1);
    return Math.max(Date.now() + this.#clockOffset, least);
  }

  /** Drops transactions, newest first, and undoes their account changes. */
  #forget(ids) {
    for (const id of [...ids].reverse()) {
      this.accounts.undo(this.#records.get(id).undo);
      this.#records.delete(id);
    }
  }

  /**
   * Reverts all pending transactions and returns to the state of the head. Returns the reverted
   * ones.
   */
  async #unwind() {
    const waiting = this.#recordsOf(this.#pending).map(({ transaction }) => transaction);
    this.#forget(this.#pending);
    this.#pending = [];
    await this.evm.rollBackTo(this.head.evmHeight);
    await this.contracts.restore();
    return waiting;
  }

  /**
   * Executes these again. Returns `{ id, reason }` of those no longer valid, which are dropped, as
   * in java-tron.
   */
  async #takeAgain(transactions) {
    const refused = [];
    for (const transaction of transactions) {
      await this.take(transaction).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
        refused.push({ id: transaction.id, reason: error.code });
      });
    }
    return refused;
  }

  /** A block does not include transactions that have expired by its time. */
  async #dropExpired(time) {
    const isAlive = ({ raw }) => raw.expiration >= BigInt(time);
    if (this.#recordsOf(this.#pending).every(({ transaction }) => isAlive(transaction))) return;
    await this.#takeAgain((await this.#unwind()).filter(isAlive));
  }

  /** Produces the next block from all pending transactions. */
  async produce() {
    const timestamp = this.#nextTime();
    await this.#dropExpired(timestamp);
    const entries = this.#recordsOf(this.#pending);
    const { number, id: parentHash } = this.head;
    const evmHeight = await this.evm.height();
    const block = makeBlock({ number: number + 1, timestamp, parentHash, entries, evmHeight, fork: this.#fork });
    for (const record of entries) record.block = block.number;
    this.#pending = [];
    this.blocks.push(block);
  }

  /**
   * Replaces the newest `depth` blocks by as many. The named transactions are in the last of them,
   * after those that `makeFirst` takes; others from the old blocks are dropped. Returns what could
   * not be included again: `{ id, reason }`.
   */
  async reorganise({ depth, reinclude, makeFirst }) {
    const ancestor = this.blocks.at(-depth - 1);
    if (ancestor === undefined) throw new Error(`there are no ${depth} blocks to replace`);
    if (!(await this.evm.remembers(ancestor.evmHeight))) throw new Error("the state before these blocks is forgotten");
    const again = reinclude.map((id) => this.#records.get(id)?.transaction);
    if (again.includes(undefined)) throw new Error("a transaction to include again is not known");
    const waiting = await this.#unwind();
    this.#forget(this.blocks.splice(-depth).flatMap(({ transactions }) => transactions));
    this.#fork += 1;
    await this.#unwind();
    for (let made = 1; made < depth; made += 1) await this.produce();
    await makeFirst();
    const refused = await this.#takeAgain(again);
    await this.produce();
    await this.#takeAgain(waiting.filter(({ id }) => !reinclude.includes(id)));
    return refused;
  }

  /**
   * Heights of the machine at the newest blocks: the range of reads of final blocks and of
   * reorganisations.
   */
  recentHeights() {
    const recent = this.blocks.slice(-Math.max(RECENT_BLOCKS, this.solidDepth + 1));
    return [...new Set(recent.map(({ evmHeight }) => evmHeight))];
  }

  /** Everything that must survive a restart, except the machine's own state. */
  toJson() {
    return {
      ...this.origin,
      blocks: this.blocks.map(packBlock),
      records: [...this.#records.values()],
      accounts: this.accounts.toJson(),
      contracts: this.contracts.toJson(),
      pending: this.#pending,
      clockOffset: this.#clockOffset,
      fork: this.#fork,
    };
  }
}
