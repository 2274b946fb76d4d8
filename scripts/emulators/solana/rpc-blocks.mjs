/** Calls about blocks and the slots between them. */
import { encodeAccountsOnly, encodeTransaction } from "./encode-transaction.mjs";
import {
  blockCleanedUp,
  blockNotAvailable,
  contextSlotNotReached,
  invalidParams,
  oldSlotSkipped,
  slotSkipped,
} from "./rpc-error.mjs";
import { takeFirmCommitment, takeInteger, takeOptions } from "./rpc-params.mjs";

const RANGE_MAX = 500_000;
/** Further back a node queries its archive, which reports a missing block differently. */
const LOCAL_SLOTS = 200;

function findFinalBlock(ledger, slot) {
  const block = ledger.blockAt(slot);
  if (block !== undefined) return block;
  if (slot < ledger.oldest().slot) throw blockCleanedUp(slot, ledger.oldest().slot);
  throw slot < ledger.at("finalized").slot - LOCAL_SLOTS ? oldSlotSkipped(slot) : slotSkipped(slot);
}

/**
 * Returns the block of a slot at a commitment. @throws RpcError with the nodes' messages if there
 * is none, or none yet
 */
function findBlock(ledger, slot, commitment) {
  if (slot <= ledger.at("finalized").slot) return findFinalBlock(ledger, slot);
  const block = ledger.blockAt(slot);
  if (block === undefined || slot > ledger.at(commitment).slot) throw blockNotAvailable(slot);
  return block;
}

function encodeContents({ records }, { transactionDetails = "full", ...options }) {
  switch (transactionDetails) {
    case "full":
      return { transactions: records.map((record) => encodeTransaction(record, options)) };
    case "accounts":
      return { transactions: records.map((record) => encodeAccountsOnly(record, options)) };
    case "signatures":
      return { signatures: records.map(({ signature }) => signature) };
    case "none":
      return {};
    default:
      throw invalidParams(`Invalid params: unknown variant \`${transactionDetails}\`.`);
  }
}

function encodeBlock(block, options) {
  const {
    transactionDetails,
    encoding,
    rewards: hasRewards = true,
    maxSupportedTransactionVersion: maxVersion,
  } = options;
  return {
    blockHeight: block.height,
    blockTime: block.time,
    blockhash: block.hash,
    parentSlot: block.parentSlot,
    previousBlockhash: block.previousHash,
    ...encodeContents(block, { transactionDetails, encoding, maxVersion, hasRewards }),
    // Real blocks pay their leader; there is no leader here.
    ...(hasRewards ? { rewards: [] } : {}),
  };
}

function chooseRange(ledger, first, options) {
  const newest = ledger.at(takeFirmCommitment(options.commitment)).slot;
  if (options.minContextSlot > newest) throw contextSlotNotReached(newest);
  return { start: takeInteger(first), newest };
}

const slotsOf = (blocks) => blocks.map(({ slot }) => slot);

/** Returns the methods by name, each `(params) => result`. */
export function createBlockMethods({ ledger }) {
  return {
    getBlock([slot, config]) {
      const options = typeof config === "string" ? { encoding: config } : takeOptions(config);
      const commitment = takeFirmCommitment(options.commitment);
      return encodeBlock(findBlock(ledger, takeInteger(slot), commitment), options);
    },
    getBlockTime: ([slot]) => findBlock(ledger, takeInteger(slot), "processed").time,
    getBlocks([first, second, third]) {
      const hasEnd = Number.isInteger(second);
      const { start, newest } = chooseRange(ledger, first, takeOptions(hasEnd ? third : (second ?? third)));
      const end = Math.min(hasEnd ? takeInteger(second) : start + RANGE_MAX, newest);
      if (end - start > RANGE_MAX) throw invalidParams(`Slot range too large; max ${RANGE_MAX}`);
      return slotsOf(ledger.inSlots(start, end));
    },
    getBlocksWithLimit([first, limit, config]) {
      const { start, newest } = chooseRange(ledger, first, takeOptions(config));
      if (takeInteger(limit) > RANGE_MAX) throw invalidParams(`Limit too large; max ${RANGE_MAX}`);
      return slotsOf(ledger.inSlots(start, newest, limit));
    },
  };
}
