/** Calls about the node, slots and epochs, block hashes and prices. */
import { base64 } from "@scure/base";
import { feeOfMessage, offeredPrice } from "./prices.mjs";
import { invalidParams, nodeUnhealthy } from "./rpc-error.mjs";
import { API_VERSION, chooseBlock, inContext, takeAddress, takeInteger, takeOptions } from "./rpc-params.mjs";
import { isWritable, readMessage, readTransaction } from "./wire.mjs";

const SLOTS_PER_EPOCH = 432_000;
const PRICED_BLOCKS = 150;
const PRICED_ACCOUNTS_MAX = 128;
const ACCOUNT_BYTES_MAX = 10 * 1024 * 1024;

function requireHealth({ health }) {
  if (health.slotsBehind !== null) throw nodeUnhealthy(health.slotsBehind);
}

function describeEpoch(block) {
  return {
    absoluteSlot: block.slot,
    blockHeight: block.height,
    epoch: Math.floor(block.slot / SLOTS_PER_EPOCH),
    slotIndex: block.slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: block.transactionCount,
  };
}

function decodeMessage(text) {
  try {
    return readMessage(base64.decode(text));
  } catch (error) {
    throw invalidParams(`failed to deserialize solana_message::versions::VersionedMessage: ${error.message}`);
  }
}

/**
 * Returns the lowest price that was included in a block; if accounts are given and were written to,
 * among the transactions that wrote to them.
 */
function pricePaid(block, accounts) {
  const lowest = (prices) => prices.reduce((least, price) => (price < least ? price : least));
  const paid = block.records.map(({ wire }) => {
    const { message } = readTransaction(wire);
    const written = message.accountKeys.filter((_, index) => isWritable(message, index));
    return { price: offeredPrice(message), written };
  });
  if (paid.length === 0) return 0n;
  const floors = accounts
    .map((account) => paid.filter(({ written }) => written.includes(account)).map(({ price }) => price))
    .filter((prices) => prices.length > 0)
    .map(lowest);
  return [lowest(paid.map(({ price }) => price)), ...floors].reduce((most, price) => (price > most ? price : most));
}

/** Returns the methods by name, each `(params) => result`. */
export function createClusterMethods(node) {
  const { ledger, machine } = node;
  return {
    getGenesisHash: () => node.genesisHash,
    getVersion: () => ({ "feature-set": 3640012085, "solana-core": API_VERSION }),
    getIdentity: () => ({ identity: node.identity }),
    getHealth: () => {
      requireHealth(node);
      return "ok";
    },
    getSlot: ([options]) => chooseBlock(ledger, takeOptions(options)).slot,
    getBlockHeight: ([options]) => chooseBlock(ledger, takeOptions(options)).height,
    getTransactionCount: ([options]) => chooseBlock(ledger, takeOptions(options)).transactionCount,
    getFirstAvailableBlock: () => ledger.oldest().slot,
    minimumLedgerSlot: () => ledger.oldest().slot,
    getEpochInfo: ([options]) => describeEpoch(chooseBlock(ledger, takeOptions(options))),
    getLatestBlockhash([options]) {
      const block = chooseBlock(ledger, takeOptions(options));
      return inContext(block, { blockhash: block.hash, lastValidBlockHeight: ledger.lastValidHeight(block) });
    },
    isBlockhashValid([hash, options]) {
      const block = chooseBlock(ledger, takeOptions(options));
      return inContext(block, ledger.isHashValidAfter(block, takeAddress(hash)));
    },
    getMinimumBalanceForRentExemption([bytes]) {
      if (takeInteger(bytes) > ACCOUNT_BYTES_MAX) throw invalidParams("Invalid param: data length is too large");
      return machine.rentExemptMinimum(bytes);
    },
    getRecentPrioritizationFees([accounts = []]) {
      if (accounts.length > PRICED_ACCOUNTS_MAX)
        throw invalidParams(`Too many inputs provided; max ${PRICED_ACCOUNTS_MAX}`);
      const asked = accounts.map(takeAddress);
      const { height } = ledger.head();
      return ledger
        .between(height - PRICED_BLOCKS + 1, height)
        .map((block) => ({ slot: block.slot, prioritizationFee: pricePaid(block, asked) }));
    },
    getFeeForMessage([text, options]) {
      const block = chooseBlock(ledger, takeOptions(options));
      const message = decodeMessage(text);
      const holds = ledger.isHashValidAfter(block, message.recentBlockhash);
      return inContext(block, holds ? feeOfMessage(message) : null);
    },
  };
}
