import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import type { Reading } from "@/lib/chains/json-stream";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { MAIN_GENESIS_HASH } from "@/lib/chains/tron/config";
import { address, hash, list, object, objectOrNothing, smallNumber, text, units } from "@/lib/chains/tron/decode";
import type { Fields, TronNode } from "@/lib/chains/tron/http-node";

/**
 * `wallet` is what the node has, `walletsolidity` only what two thirds of the block producers have
 * built on, which is final.
 */
export type Api = "wallet" | "walletsolidity";

/**
 * A block has two million bytes (BLOCK_SIZE of java-tron's ChainConstant), a transaction more than
 * a hundred.
 */
const TRANSACTIONS_MAX = 20_000;

/** For reads of the header only. */
const UNLOOKED: Reading = { takers: { "$.transactions.*": () => undefined } };

/** Addresses in hexadecimal. */
type TronTransfer = { readonly from: string; readonly to: string; readonly units: bigint };

export type TronTransaction = {
  readonly id: string;
  readonly contractType: string;
  /** As recorded in the block: a contract call may be included and have failed. */
  readonly succeeded: boolean;
  /** The contents of a TRX transfer; null for every other kind. */
  readonly transfer: TronTransfer | null;
};

export type TronBlock = { readonly reference: BlockReference; readonly transactions: readonly TronTransaction[] };

/**
 * Decodes the header only. Where no transactions are needed, none are checked: otherwise a single
 * unexpected one would make the whole node useless, and java-tron's own genesis block has several
 * (invalid sender addresses, negative amounts).
 */
function decodeReference(fields: Fields): BlockReference {
  const header = object(object(fields.block_header).raw_data);
  const reference = {
    height: smallNumber(header.number),
    hash: hash(fields.blockID),
    parentHash: hash(header.parentHash),
    time: new Date(smallNumber(header.timestamp)),
  };
  // The chain writes a block's height into the first eight bytes of its hash.
  if (BigInt(`0x${reference.hash.slice(0, 16)}`) !== BigInt(reference.height)) {
    throw new Error(`the node sent a block ${reference.height} under the hash ${reference.hash}`);
  }
  return reference;
}

/**
 * Receives the transactions of a block as they arrive, and then the rest of it. The genesis block's
 * initial grants are not transfers and may be malformed; that it is the genesis block is known only
 * at its end.
 */
function createBlockTaking() {
  let transactions: TronTransaction[] = [];
  let fault: unknown = null;
  return {
    take(item: unknown): void {
      if (fault !== null) return;
      try {
        if (transactions.length === TRANSACTIONS_MAX)
          throw new AnswerTooLargeError(`more than ${TRANSACTIONS_MAX} transactions`);
        transactions.push(decodeTransaction(item));
      } catch (error) {
        fault = error;
      }
    },
    end(fields: Fields): TronBlock {
      const reference = decodeReference(fields);
      list(fields.transactions);
      const block = { reference, transactions: reference.height === 0 ? [] : transactions };
      if (fault !== null && reference.height > 0) throw fault;
      [transactions, fault] = [[], null];
      return block;
    },
  };
}

/**
 * Returns the blocks that the node has from one height to another, both inclusive. A node that
 * lacks blocks omits them silently.
 */
export async function readBlocks(
  node: TronNode,
  { from, to, api }: { readonly from: number; readonly to: number; readonly api: Api },
  signal: AbortSignal,
  bytesMax?: number,
): Promise<readonly TronBlock[]> {
  const taking = createBlockTaking();
  const blocks: TronBlock[] = [];
  const takers = {
    "$.block.*.transactions.*": taking.take,
    "$.block.*": (item: unknown) => blocks.push(taking.end(object(item))),
  };
  const reading = { takers, ...(bytesMax !== undefined && { bytesMax }) };
  // The end is exclusive in the request.
  const question = { startNum: from, endNum: to + 1 };
  list(object(await node.ask(`${api}/getblockbylimitnext`, question, signal, reading)).block);
  return blocks;
}

function decodeTransaction(value: unknown): TronTransaction {
  const fields = object(value);
  const contracts = list(object(fields.raw_data).contract);
  const contract = object(contracts[0]);
  const contractType = text(contract.type);
  const result = list(fields.ret)[0];
  return {
    id: hash(fields.txID),
    contractType,
    succeeded: result !== undefined && object(result).contractRet === "SUCCESS",
    transfer: contractType === "TransferContract" ? decodeTransfer(object(contract.parameter).value) : null,
  };
}

function decodeTransfer(value: unknown): TronTransfer {
  const fields = object(value);
  return { from: address(fields.owner_address), to: address(fields.to_address), units: units(fields.amount) };
}

/** Returns the newest block; for `walletsolidity` the newest final one. */
export async function readHead(node: TronNode, api: Api, signal: AbortSignal): Promise<BlockReference> {
  const answer = objectOrNothing(await node.ask(`${api}/getnowblock`, {}, signal, UNLOOKED));
  if (answer === null) throw new ChainInconsistentError(`${node.name} has no head`);
  return decodeReference(answer);
}

/** Returns null above the head. */
export async function readBlock(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
): Promise<TronBlock | null> {
  const taking = createBlockTaking();
  const answer = await askBlock(node, height, api, signal, { takers: { "$.transactions.*": taking.take } });
  return answer === null ? null : taking.end(answer);
}

/** Like `readBlock`, without checking its transactions. */
export async function readReferenceIn(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const answer = await askBlock(node, height, api, signal, UNLOOKED);
  return answer === null ? null : decodeReference(answer);
}

async function askBlock(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
  reading: Reading,
): Promise<Fields | null> {
  const answer = objectOrNothing(await node.ask(`${api}/getblockbynum`, { num: height }, signal, reading));
  if (answer === null) return null;
  const { height: sent } = decodeReference(answer);
  if (sent !== height) throw new ChainInconsistentError(`${node.name} sent block ${sent} for ${height}`);
  return answer;
}

/** Returns the final block at the height, or the current one there, or null above the head. */
export async function readReference(
  node: TronNode,
  height: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const final = await readReferenceIn(node, height, "walletsolidity", signal);
  return final ?? readReferenceIn(node, height, "wallet", signal);
}

/**
 * Returns the hash of block 0, which outside the sandbox must be the main network's; the node must
 * also know what is final.
 */
export async function readIdentity(node: TronNode, isSandbox: boolean, signal: AbortSignal): Promise<string> {
  const genesis = await readReferenceIn(node, 0, "wallet", signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  const { hash: own } = genesis;
  if (!isSandbox && own !== MAIN_GENESIS_HASH) {
    throw new ChainIdentityError(`${node.name} has the genesis block ${own}, which is not TRON's`);
  }
  await readHead(node, "walletsolidity", signal);
  return own;
}
