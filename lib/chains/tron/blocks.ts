import { ChainIdentityError, ChainInconsistentError } from "@/lib/chains/errors";
import type { BlockReference } from "@/lib/chains/facts";
import { MAIN_GENESIS_HASH } from "@/lib/chains/tron/config";
import { address, hash, list, object, objectOrNothing, smallNumber, text, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";

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

export function decodeBlock(value: unknown): TronBlock {
  const fields = object(value);
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
  return { reference, transactions: list(fields.transactions).map(decodeTransaction) };
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
  return decodeBlock(answer).reference;
}

/** Null above the head. */
export async function readBlock(
  node: TronNode,
  height: number,
  api: Api,
  signal: AbortSignal,
): Promise<TronBlock | null> {
  const answer = objectOrNothing(await node.ask(`${api}/getblockbynum`, { num: height }, signal));
  if (answer === null) return null;
  const block = decodeBlock(answer);
  if (block.reference.height !== height) {
    throw new ChainInconsistentError(`${node.name} sent block ${block.reference.height} for ${height}`);
  }
  return block;
}

/** The final block at the height, or the one that stands there now, or null above the head. */
export async function readReference(
  node: TronNode,
  height: number,
  signal: AbortSignal,
): Promise<BlockReference | null> {
  const final = await readBlock(node, height, "walletsolidity", signal);
  return (final ?? (await readBlock(node, height, "wallet", signal)))?.reference ?? null;
}

/** The hash of block 0, which outside the sandbox is that of the main network; the node must know what is final, too. */
export async function readIdentity(node: TronNode, isSandbox: boolean, signal: AbortSignal): Promise<string> {
  const genesis = await readBlock(node, 0, "wallet", signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  const { hash: own } = genesis.reference;
  if (!isSandbox && own !== MAIN_GENESIS_HASH) {
    throw new ChainIdentityError(`${node.name} has the genesis block ${own}, which is not TRON's`);
  }
  await readHead(node, "walletsolidity", signal);
  return own;
}
