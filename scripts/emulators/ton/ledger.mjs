/**
 * The chain's storage: account states, masterchain blocks and transactions, and their indexes. All
 * of it can be written to a file and read back.
 */
import { EMPTY_ACCOUNT } from "./account-state.mjs";
import { toRawText } from "./text-forms.mjs";

/**
 * More blocks than the emulator produces in five days without a pause; older ones are discarded,
 * except the first.
 */
const BLOCKS_MAX = 100_000;
/** The network's own transactions are of no use later on. */
const TICKING_BLOCKS = 500;

const append = (index, key, record) => {
  const list = index.get(key);
  if (list) list.push(record);
  else index.set(key, [record]);
};

/** Returns every hash by which a message of a transaction can be queried. */
export function messageHashesOf({ incoming, normalised, outgoing }) {
  return new Set([incoming, normalised, ...outgoing].filter((hash) => hash !== null));
}

export class Ledger {
  #accounts = new Map();
  #blocks = new Map();
  #first = null;
  #last = null;
  #byHash = new Map();
  #byAccount = new Map();
  #byBlock = new Map();
  #byMessage = new Map();
  #byTrace = new Map();

  account(address) {
    return this.#accounts.get(toRawText(address)) ?? EMPTY_ACCOUNT;
  }

  setAccount(address, base64) {
    this.#accounts.set(toRawText(address), base64);
  }

  hasAccount(address) {
    return this.#accounts.has(toRawText(address));
  }

  get firstBlock() {
    return this.#first;
  }

  get lastBlock() {
    return this.#last;
  }

  block(seqno) {
    return this.#blocks.get(seqno) ?? null;
  }

  /** The blocks in ascending order. */
  blocks() {
    return this.#blocks.values();
  }

  /** Adds a finished block with its transactions, and discards what is too old. */
  addBlock(block, records) {
    this.#first ??= block;
    this.#last = block;
    this.#blocks.set(block.seqno, block);
    for (const record of records) this.#index(record);
    this.#forgetTicks(block.seqno - TICKING_BLOCKS);
    if (this.#blocks.size > BLOCKS_MAX) this.#blocks.delete(block.seqno - BLOCKS_MAX + 1);
  }

  transaction(hash) {
    return this.#byHash.get(hash) ?? null;
  }

  transactionsOf({ account, block, message, trace }) {
    if (account !== undefined) return this.#byAccount.get(account) ?? [];
    if (block !== undefined) return this.#byBlock.get(block) ?? [];
    if (message !== undefined) return this.#byMessage.get(message) ?? [];
    return this.#byTrace.get(trace) ?? [];
  }

  transactions() {
    return this.#byHash.values();
  }

  toJson() {
    return {
      accounts: [...this.#accounts],
      blocks: [...this.#blocks.values()],
      transactions: [...this.#byHash.values()],
    };
  }

  static fromJson({ accounts, blocks, transactions }) {
    const ledger = new Ledger();
    ledger.#accounts = new Map(accounts);
    for (const block of blocks) ledger.#blocks.set(block.seqno, block);
    ledger.#first = blocks[0] ?? null;
    ledger.#last = blocks.at(-1) ?? null;
    for (const record of transactions) ledger.#index(record);
    return ledger;
  }

  #index(record) {
    this.#byHash.set(record.hash, record);
    append(this.#byBlock, record.block, record);
    append(this.#byAccount, record.account, record);
    if (record.isTick) return;
    append(this.#byTrace, record.trace, record);
    for (const hash of messageHashesOf(record.messages)) append(this.#byMessage, hash, record);
  }

  #forgetTicks(seqno) {
    for (const record of (this.#byBlock.get(seqno) ?? []).filter(({ isTick }) => isTick)) {
      this.#byHash.delete(record.hash);
      this.#drop(this.#byBlock, seqno, record);
      this.#drop(this.#byAccount, record.account, record);
    }
  }

  #drop(index, key, record) {
    const rest = (index.get(key) ?? []).filter((one) => one !== record);
    if (rest.length > 0) index.set(key, rest);
    else index.delete(key);
  }
}
