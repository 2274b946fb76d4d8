/**
 * A complete node: the runtime, the ledger, the block producer and the faucet, new or from a saved
 * state.
 */
import { randomBytes } from "node:crypto";
import { base58 } from "@scure/base";
import { createFaucet } from "./faucet.mjs";
import { deriveKey } from "./keys.mjs";
import { createLedger } from "./ledger.mjs";
import { createMachine } from "./machine.mjs";
import { createProducer } from "./producer.mjs";
import { makeToken } from "./token-maker.mjs";

/** The tokens of the reference list. */
const TOKENS = [
  { symbol: "USDT", name: "Tether USD", decimals: 6 },
  { symbol: "USDC", name: "USD Coin", decimals: 6 },
];
/** Slots that pass before the first tokens are created, so that slots and heights always differ. */
const FIRST_SKIPPED = 9;

function createFirstBlock() {
  const hash = base58.encode(randomBytes(32));
  const time = Math.floor(Date.now() / 1000);
  const links = { parentSlot: 0, previousHash: "11111111111111111111111111111111" };
  return { slot: 0, ...links, height: 0, hash, time, records: [], before: new Map(), transactionCount: 0 };
}

const createMemory = () => ({
  genesisHash: base58.encode(randomBytes(32)),
  secret: Uint8Array.from(randomBytes(32)),
  sent: 0,
  tokens: [],
});

/**
 * Packs blocks for the state file, without repetition: the first block in full, and of each other
 * one what does not follow from its predecessor.
 */
function packBlocks([first, ...others]) {
  return {
    first,
    others: others.map(({ slot, hash, time, records, before }) =>
      records.length === 0 ? [slot, hash, time] : [slot, hash, time, records, before],
    ),
  };
}

/** Reverses `packBlocks`. */
function unpackBlocks({ first, others }) {
  let parent = first;
  const rest = others.map(([slot, hash, time, records = [], before = new Map()]) => {
    const links = { parentSlot: parent.slot, previousHash: parent.hash };
    const transactionCount = parent.transactionCount + records.length;
    parent = { slot, ...links, height: parent.height + 1, hash, time, records, before, transactionCount };
    return parent;
  });
  return [first, ...rest];
}

/**
 * @param options `{ confirmedLag, finalizedLag, keepBlocks, keepTransactions, skipEvery }`
 * @param saved a return value of `save`, or undefined for a new chain
 */
export function createNode(options, saved) {
  const machine = createMachine(saved?.machine);
  const ledger = createLedger(options, saved === undefined ? [createFirstBlock()] : unpackBlocks(saved.blocks));
  const memory = saved?.memory ?? createMemory();
  const clock = saved?.clock ?? { offsetSeconds: 0 };
  const producer = createProducer({ ledger, machine, clock, skipEvery: options.skipEvery });
  const faucet = createFaucet({ ledger, machine, memory });
  const listeners = [];
  const node = {
    machine,
    ledger,
    memory,
    producer,
    faucet,
    genesisHash: memory.genesisHash,
    identity: deriveKey(memory.secret, "identity").address,
    /** How far behind its network the node reports to be; null while it is healthy. */
    health: { slotsBehind: null },
    /** Called after each accepted transaction. */
    onReceive: (listener) => listeners.push(listener),
    receive(transaction, wire) {
      const signature = producer.receive(transaction, wire);
      for (const listener of listeners) listener();
      return signature;
    },
    save: () => ({
      machine: machine.save(),
      blocks: packBlocks(ledger.blocks),
      memory,
      clock,
      waiting: [...producer.queue.values()].map(({ transaction, wire }) => ({ transaction, wire })),
    }),
  };
  if (saved === undefined) makeFirstTokens(node, options.finalizedLag);
  else for (const { transaction, wire } of saved.waiting) producer.receive(transaction, wire);
  return node;
}

function makeFirstTokens(node, finalizedLag) {
  node.faucet.fund();
  node.producer.mine(1, FIRST_SKIPPED);
  for (const token of TOKENS) {
    const { transaction, wire } = makeToken(node, token);
    node.producer.receive(transaction, wire);
  }
  node.producer.mine(1 + finalizedLag);
}
