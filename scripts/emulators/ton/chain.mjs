/**
 * The chain as its users see it: a clock, a pool of pending messages, blocks on request, and get
 * methods on the newest state.
 */
import { Cell, parseTuple } from "@ton/core";
import { readAccount } from "./account-state.mjs";
import { collate } from "./collator.mjs";
import { noAccount, noCell, noExternal, notAccepted } from "./errors.mjs";
import { freshMemory } from "./genesis.mjs";
import { Ledger } from "./ledger.mjs";
import { readMessage } from "./messages.mjs";
import { bocOf, readBoc } from "./text-forms.mjs";
import { createVm } from "./vm.mjs";

/** What the real network returns for a get method of an account without code. */
const NO_CODE = -13;

export class Chain {
  #vm;
  #pool;
  #clockAhead;

  /** @param {object} memory a result of `toJson` or `freshMemory` */
  constructor(vm, memory, { isSpread }) {
    this.#vm = vm;
    this.ledger = Ledger.fromJson(memory);
    this.zeroState = memory.zeroState;
    this.#pool = memory.pool;
    this.#clockAhead = memory.clockAhead;
    this.isSpread = isSpread;
  }

  /**
   * Opens a saved chain, or a new one in which `founders` (`{ address, code, data, balance }`)
   * exist from the start.
   */
  static async open(memory, founders, options) {
    const vm = await createVm();
    if (memory) return new Chain(vm, memory, options);
    const chain = new Chain(vm, freshMemory(founders), options);
    await chain.mine(1);
    return chain;
  }

  toJson() {
    const { zeroState } = this;
    return { zeroState, clockAhead: this.#clockAhead, pool: this.#pool, ...this.ledger.toJson() };
  }

  /** Seconds since 1970; never before the newest block. */
  get now() {
    return Math.max(Math.floor(Date.now() / 1000) + this.#clockAhead, this.ledger.lastBlock?.time ?? 0);
  }

  get isWaiting() {
    return this.#pool.externals.length + this.#pool.internals.length > 0;
  }

  advance(seconds) {
    this.#clockAhead += seconds;
  }

  /**
   * Accepts an external message that its account accepts now, for the next block. Returns
   * `{ hash, normalised }`.
   * @throws RequestError 500 as a lite server rejects it
   */
  async submit(boc) {
    const cell = readBoc(boc);
    if (cell === null) throw noCell();
    const read = readExternal(cell);
    const { dest } = read.message.info;
    if (readAccount(this.ledger.account(dest)).status === "nonexist") throw noAccount();
    const { refusal } = await this.trial(dest, read.cell);
    if (refusal) throw notAccepted(refusal, dest);
    this.enqueue(read.cell);
    return { hash: read.hash, normalised: read.normalised };
  }

  /**
   * Queues a message for the next block without checking it against its account first. A duplicate
   * is queued once.
   */
  enqueue(cell) {
    const boc = bocOf(cell);
    if (!this.#pool.externals.some((one) => one.boc === boc)) this.#pool.externals.push({ boc });
  }

  /** Returns the number of external messages pending for an account. */
  waitingFor(address) {
    const isHis = ({ boc }) => readMessage(readBoc(boc)).message.info.dest.equals(address);
    return this.#pool.externals.filter(isHis).length;
  }

  /** Returns the number of messages in a message chain that are not executed yet. */
  waitingOfTrace(trace) {
    return this.#pool.internals.filter((one) => one.trace === trace).length;
  }

  /** Simulates a message on the current state of an account. */
  async trial(address, cell, options) {
    const account = this.ledger.account(address);
    const { endLt } = readAccount(account);
    return this.#vm.runMessage({ account, now: this.now, lt: endLt + 1_000_000n }, cell, options);
  }

  async mine(blocks) {
    for (let made = 0; made < blocks; made += 1) await this.#mineOne(this.#pool);
  }

  /** Executes these messages to the end in blocks of their own; all other messages stay pending. */
  async mineApart(cells) {
    const pool = { externals: cells.map((cell) => ({ boc: bocOf(cell) })), internals: [] };
    do await this.#mineOne(pool);
    while (pool.internals.length > 0);
  }

  async #mineOne(pool) {
    const { ledger, now, isSpread } = this;
    await collate({ ledger, vm: this.#vm, pool, now, zeroRootHash: this.zeroState.rootHash, isSpread });
  }

  /**
   * Returns `{ exitCode, gasUsed, stack }` of a get method on the newest state, the stack as tuple
   * items.
   */
  async runGetMethod(address, methodId, stack) {
    const { code, data, balance } = readAccount(this.ledger.account(address));
    if (code === null) return { exitCode: NO_CODE, gasUsed: 0, stack: [] };
    const result = await this.#vm.runGetMethod({ code, data, address, balance, now: this.now }, methodId, stack);
    return {
      exitCode: result.exitCode,
      gasUsed: Number(result.gasUsed),
      stack: parseTuple(Cell.fromBase64(result.stack)),
    };
  }
}

function readExternal(cell) {
  try {
    const read = readMessage(cell);
    if (read.message.info.type === "external-in") return read;
  } catch {
    // Falls through: a cell that is not a message is rejected like a message of another kind.
  }
  throw noExternal();
}
