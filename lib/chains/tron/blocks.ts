import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { MAIN_GENESIS_HASH } from "@/lib/chains/tron/config";
import { address, hash, list, object, objectOrNothing, smallNumber, text, units } from "@/lib/chains/tron/decode";
import type { Fields, TronNode } from "@/lib/chains/tron/http-node";

/** `wallet` is what the node has, `walletsolidity` only what two thirds of the block producers have built upon: it stays. */
export type Api = "wallet" | "walletsolidity";

type TronTransfer = { readonly from: string; readonly to: string; readonly units: bigint };

export type TronTransaction = {
  readonly id: string;
  readonly contractType: string;
  /** As the block records it: a contract's call may be in it and have failed. */
  readonly succeeded: boolean;
  /** What a transfer of TRX says; null for every other kind. */
  readonly transfer: TronTransfer | null;
};

export type TronBlock = { readonly reference: BlockReference; readonly transactions: readonly TronTransaction[] };

/**
 * The header alone. Where no transaction is wanted none is looked at: a single one that is not as expected would else make the whole
 * node useless, and java-tron's own genesis block has several (senders that are no addresses, amounts below zero).
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

/** With its transactions; what the genesis block gives to the first accounts are none. */
export function decodeBlock(value: unknown): TronBlock {
  const fields = object(value);
  const reference = decodeReference(fields);
  const transactions = reference.height === 0 ? [] : list(fields.transactions);
  return { reference, transactions: transactions.map(decodeTransaction) };
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

/** The newest block; of `walletsolidity` the newest final one. */
export async function readHead(node: TronNode, api: Api, signal: AbortSignal): Promise<BlockReference> {
  const answer = objectOrNothing(await node.ask(`${api}/getnowblock`, {}, signal));
  if (answer === null) throw new ChainInconsistentError(`${node.name} has no head`);
  return decodeReference(answer);
}

/** Null above the head. */
export async function readBlock(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
): Promise<TronBlock | null> {
  const answer = await askBlock(node, height, api, signal);
  return answer === null ? null : decodeBlock(answer);
}

/** The same without a look at its transactions. */
export async function readReferenceIn(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const answer = await askBlock(node, height, api, signal);
  return answer === null ? null : decodeReference(answer);
}

async function askBlock(node: TronNode, height: number, api: Api, signal: AbortSignal): Promise<Fields | null> {
  const answer = objectOrNothing(await node.ask(`${api}/getblockbynum`, { num: height }, signal));
  if (answer === null) return null;
  const { height: sent } = decodeReference(answer);
  if (sent !== height) throw new ChainInconsistentError(`${node.name} sent block ${sent} for ${height}`);
  return answer;
}

/** The final block at the height, or the one that stands there now, or null above the head. */
export async function readReference(
  node: TronNode,
  height: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const final = await readReferenceIn(node, height, "walletsolidity", signal);
  return final ?? readReferenceIn(node, height, "wallet", signal);
}

/** The hash of block 0, which outside the sandbox is that of the main network; the node must know what is final, too. */
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
